import { useState } from 'react';
import { showInput } from '../../../flow/approval/approval-questions.js';
import { showUnseen, toSeenJson } from '../../../protocol/unseen-characters.js';
import type { Approval } from '../../../views/approval.js';
import { post, type Wire } from '../api/request.js';
import { useWho } from '../api/use-who.js';
import { formatTime, joinFacts } from '../parts/format.js';
import { Button } from '../parts/button.js';
import { LabeledInput } from '../parts/labeled-input.js';
import { Problem } from '../parts/problem.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { reloadApprovals } from './use-approvals.js';

export function ApprovalItem({ approval }: { approval: Wire<Approval> }) {
  const { prompt, call, quorum, votes } = approval;
  const original = toSeenJson(approval.input, 2);
  const [input, setInput] = useState(original);
  const [reason, setReason] = useState('');
  const { send, isSending, problem } = useAnswer(approval);
  const { approve, approveChanged, refuse, reason: label, agreed } = STRINGS.approvals;
  const isChanged = input !== original;
  return (
    <form
      className="grid gap-2.5 rounded-lg border border-line bg-ground p-4 shadow-card"
      onSubmit={(event) => {
        event.preventDefault();
        void send(() => (isChanged ? parseInput(input) : 'yes'));
      }}
    >
      <p className="question font-medium wrap-anywhere whitespace-pre-wrap">{showUnseen(prompt)}</p>
      <Origin approval={approval} />
      {call === null ? null : <ToolInput approval={approval} text={input} onChange={setInput} />}
      {quorum > 1 ? (
        <p>
          {agreed(
            votes.map(({ voter }) => showUnseen(voter)),
            quorum,
          )}
        </p>
      ) : null}
      <div className="actions flex flex-wrap gap-2">
        <Button type="submit" kind="primary" disabled={isSending}>
          {isChanged ? approveChanged : approve}
        </Button>
        <Button
          disabled={isSending}
          onClick={() => void send(() => (reason.trim() === '' ? 'no' : `no, ${reason}`))}
        >
          {refuse}
        </Button>
        <LabeledInput label={label} value={reason} onChange={setReason} />
      </div>
      {problem ? <Problem error={problem} /> : null}
    </form>
  );
}

function useAnswer({ executionId, nodeId, iteration, call }: Wire<Approval>) {
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<Error>();
  const send = async (write: () => unknown): Promise<void> => {
    setSending(true);
    try {
      const body = { answer: write(), nodeId, iteration, ...(call !== null && { call }) };
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

function Origin({ approval }: { approval: Wire<Approval> }) {
  const { executionId, user, flow, askedAt, expiresAt } = approval;
  const who = useWho();
  const { from, nobody, expires, execution } = STRINGS.approvals;
  const isOwn = who?.user === user;
  const route = isOwn ? { executionId } : { executionId, user: user ?? '' };
  return (
    <p className="origin text-sm text-faint wrap-anywhere">
      {joinFacts([
        from(user === null ? nobody : showUnseen(user), flow),
        formatTime(askedAt),
        expiresAt === null ? null : expires(formatTime(expiresAt)),
      ])}{' '}
      {isOwn || who?.isAdmin === true ? (
        <a className="underline" href={formatRoute({ view: 'work', ...route })}>
          {execution}
        </a>
      ) : null}
    </p>
  );
}

/** Shortened unless the question contains it. Editable if one person decides. */
function ToolInput({
  approval: { toolName, input, prompt, quorum },
  text,
  onChange,
}: {
  approval: Wire<Approval>;
  text: string;
  onChange: (text: string) => void;
}) {
  const { change, whole, input: label } = STRINGS.approvals;
  const shown = showInput(input);
  const isFixed = quorum > 1;
  return (
    <>
      {prompt.includes(shown) ? null : (
        <p>
          <code className="text-xs">{toolName}</code> {shown}
        </p>
      )}
      <details className="text-sm">
        <summary>{isFixed ? whole : change}</summary>
        <textarea
          className="mt-2 w-full font-mono text-xs"
          aria-label={label}
          rows={Math.min(16, text.split('\n').length + 1)}
          readOnly={isFixed}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      </details>
    </>
  );
}

/** The gateway would read anything but an object as a refusal. */
function parseInput(text: string): object {
  try {
    const input: unknown = JSON.parse(text);
    if (typeof input === 'object' && input !== null && !Array.isArray(input)) return input;
  } catch {
    // The error below covers invalid JSON, too.
  }
  throw new Error(STRINGS.approvals.noObject);
}
