import { useState } from 'react';
import type { ApprovalPage } from '../../../views/approval.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { QuestionText, ToolInput } from '../approvals/tool-question.js';
import { Button } from '../parts/button.js';
import { LabeledInput } from '../parts/labeled-input.js';
import { STRINGS } from '../strings.js';
import type { Approval } from './chat-messages.js';

export function ApprovalForm({ id, onApprove }: { id: string; onApprove: (answer: Approval) => void }) {
  const [reason, setReason] = useState('');
  const name = readName(id);
  const [execution] = JSON.parse(name) as [string];
  const { value: page } = useLoaded(`question ${id}`, (signal) =>
    get<ApprovalPage>('/approvals', { query: { execution, limit: 500 }, signal }),
  );
  const question = page?.approvals.find(
    ({ executionId, nodeId, iteration, call }) =>
      JSON.stringify([executionId, nodeId, iteration, call]) === name,
  );
  const { yes, no, reason: label } = STRINGS.chat.approval;
  return (
    <div className="approval flex flex-wrap gap-2 py-2">
      {question ? (
        <div className="grid basis-full gap-2 border-l-3 border-busy pl-3">
          <QuestionText className="font-medium" {...question} />
          <ToolInput {...question} />
        </div>
      ) : null}
      <Button kind="primary" onClick={() => onApprove({ id, approved: true })}>
        {yes}
      </Button>
      <Button
        onClick={() => onApprove(reason === '' ? { id, approved: false } : { id, approved: false, reason })}
      >
        {no}
      </Button>
      <LabeledInput label={label} value={reason} onChange={setReason} />
    </div>
  );
}

function readName(id: string): string {
  const bytes = atob(id.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}
