import { useRef, useState } from 'react';
import { showUnseen } from '../../../protocol/unseen-characters.js';
import type { Approval } from '../../../views/approval.js';
import { post, type Wire } from '../api/request.js';
import { useWho } from '../api/use-who.js';
import type { InputForm } from '../form/use-input-form.js';
import { formatMoment, joinFacts } from '../parts/format.js';
import { Button } from '../parts/button.js';
import { LabeledInput } from '../parts/labeled-input.js';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/relative-time.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { InputEditor } from './approval-input.js';
import { QuestionText, ToolInput } from './tool-question.js';
import { reloadApprovals } from './use-approvals.js';
import { Skeleton } from '../parts/skeleton.js';
import { useDetails } from './use-details.js';

interface ItemProps {
  approval: Wire<Approval>;
  isOnRun: boolean;
}

export function ApprovalItem({ approval, isOnRun }: ItemProps) {
  const { call } = approval;
  const [reason, setReason] = useState('');
  const edited = useRef<InputForm>(undefined);
  const element = useRef<HTMLFormElement>(null);
  const { send, isSending, problem } = useAnswer(approval);
  const { approveChanged, approve, refuse, reason: label } = STRINGS.approvals;
  const [isChanged, setChanged] = useState(false);
  return (
    <form
      ref={element}
      className="grid gap-2.5 rounded-lg border border-line bg-ground p-4 shadow-card"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && edited.current?.check(element.current) === false) return;
        void send(isChanged ? edited.current?.value : 'yes');
      }}
    >
      <QuestionText className="font-medium" {...approval} />
      <Origin {...{ approval, isOnRun }} />
      <ModelReason approval={approval} />
      <ToolInput {...approval} />
      <ApprovalHistory approval={approval} />
      {call === null ? null : (
        <InputEditor
          approval={approval}
          isKept={isChanged}
          onForm={(form) => {
            edited.current = form;
            setChanged(form.isChanged);
          }}
        />
      )}
      <Votes approval={approval} />
      <div className="actions flex flex-wrap gap-2">
        <Button type="submit" kind="primary" disabled={isSending}>
          {isChanged ? approveChanged : approve}
        </Button>
        <Button
          className="refuse"
          disabled={isSending}
          onClick={() => void send(reason.trim() === '' ? 'no' : `no, ${reason}`)}
        >
          {refuse}
        </Button>
        <LabeledInput label={label} value={reason} onChange={setReason} />
      </div>
      {problem ? <Problem error={problem} /> : null}
    </form>
  );
}

function ModelReason({ approval: { reason } }: { approval: Wire<Approval> }) {
  if (reason === null || reason.trim() === '') return null;
  return (
    <figure className="text-sm">
      <figcaption className="text-xs text-faint">{STRINGS.approvals.said}</figcaption>
      <blockquote className="reason border-l-2 border-line pl-3 wrap-anywhere whitespace-pre-wrap" dir="auto">
        {showUnseen(reason)}
      </blockquote>
    </figure>
  );
}

function Votes({ approval: { quorum, votes } }: { approval: Wire<Approval> }) {
  if (quorum === 1) return null;
  const voters = votes.map(({ voter }) => showUnseen(voter));
  return <p>{STRINGS.approvals.agreed(voters, quorum)}</p>;
}

function useAnswer({ executionId, nodeId, iteration, call }: Wire<Approval>) {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Error>();
  const send = async (answer: unknown): Promise<void> => {
    setSending(true);
    try {
      const body = { answer, nodeId, iteration, ...(call !== null && { call }) };
      await post(`/executions/${encodeURIComponent(executionId)}/answer`, { body });
      setProblem(undefined);
      reloadApprovals();
    } catch (error) {
      setProblem(error as Error);
    }
    setSending(false);
  };
  return { send, isSending, problem };
}

function Origin({ approval, isOnRun }: ItemProps) {
  const { executionId, user, flow, askedAt, expiresAt } = approval;
  const who = useWho();
  const { from, nobody, expires, execution } = STRINGS.approvals;
  const isOwn = who?.user === user;
  const route = isOwn ? { executionId } : { executionId, user: user ?? '' };
  return (
    <div className="origin flex flex-wrap items-center gap-x-3 text-sm text-faint">
      <span className="wrap-anywhere">{from(user === null ? nobody : showUnseen(user), flow)}</span>
      <RelativeTime at={askedAt} isInText />
      {expiresAt === null ? null : <span>{expires(formatMoment(expiresAt))}</span>}
      {!isOnRun && (isOwn || who?.isAdmin === true) ? (
        <a className="tap" href={formatRoute({ view: 'runs', ...route })}>
          {execution}
        </a>
      ) : null}
    </div>
  );
}

function ApprovalHistory({ approval }: { approval: Wire<Approval> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="history text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{STRINGS.approvals.history}</summary>
      {isOpen ? <Messages approval={approval} /> : null}
    </details>
  );
}

function Messages({ approval }: { approval: Wire<Approval> }) {
  const { value, error, reload } = useDetails(approval);
  if (error) return <Problem error={error} retry={reload} />;
  if (!value) return <Skeleton rows={3} />;
  const { noHistory, roles } = STRINGS.approvals;
  if (value.history.length === 0) return <p className="hint">{noHistory}</p>;
  return (
    <ol className="mt-2 grid gap-2">
      {value.history.map(({ role, toolName, text, isCut, at }, place) => (
        <li key={place} className="min-w-0 rounded-md bg-raised px-3 py-2">
          <p className="text-xs text-faint">
            {joinFacts([toolName ?? roles[role], at === null ? null : formatMoment(at)])}
          </p>
          <p className="max-h-40 overflow-auto wrap-anywhere whitespace-pre-wrap" dir="auto" tabIndex={0}>
            {showUnseen(text)}
            {isCut ? '…' : ''}
          </p>
        </li>
      ))}
    </ol>
  );
}
