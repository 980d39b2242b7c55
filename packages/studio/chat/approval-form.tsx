import { useState } from 'react';
import type { ApprovalPage } from '../../../views/approval.js';
import { ApiError, get, post } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { QuestionText, ToolInput } from '../approvals/tool-question.js';
import { Button } from '../parts/button.js';
import { LabeledInput } from '../parts/labeled-input.js';
import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';
import type { Approval } from '../api/chat-messages.js';

export function ApprovalForm({ id, onApprove }: { id: string; onApprove: (answer: Approval) => void }) {
  const [reason, setReason] = useState('');
  const name = readName(id);
  const [execution] = JSON.parse(name) as [string];
  const { decide, isSending, problem } = useDecision(name, (approved) => onApprove({ id, approved }));
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
      <Button kind="primary" disabled={isSending} onClick={() => void decide('yes')}>
        {yes}
      </Button>
      <Button disabled={isSending} onClick={() => void decide(reason.trim() === '' ? 'no' : `no, ${reason}`)}>
        {no}
      </Button>
      <LabeledInput label={label} value={reason} onChange={setReason} />
      {problem ? <Problem error={problem} /> : null}
    </div>
  );
}

/** The chat shows the decision only when its stream ends. */
function useDecision(name: string, onDecided: (approved: boolean) => void) {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Error>();
  const [executionId, nodeId, iteration, call] = JSON.parse(name) as [string, string, number, string | null];
  const decide = async (answer: string): Promise<void> => {
    setSending(true);
    try {
      const body = { answer, nodeId, iteration, ...(call !== null && { call }) };
      await post(`/executions/${encodeURIComponent(executionId)}/answer`, { body }).catch(unlessDecided);
      onDecided(answer === 'yes');
    } catch (error) {
      setProblem(error as Error);
    }
    setSending(false);
  };
  return { decide, isSending, problem };
}

/** If someone else decided first, the chat shows the outcome. */
function unlessDecided(error: unknown): void {
  if (!(error instanceof ApiError && error.type === 'Approval.NotWaiting')) throw error;
}

function readName(id: string): string {
  const bytes = atob(id.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}
