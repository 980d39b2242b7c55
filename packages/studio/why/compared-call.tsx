import { useState } from 'react';
import type { ExplainedMessage } from '../../../context/explain/explanation.js';
import type { CallExplanation } from '../../../views/call.js';
import type { HistoryPage } from '../../../views/conversation.js';
import { compareCalls } from './compare-calls.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { chatQuery, conversationPath, type ChatKey } from '../api/chat-messages.js';
import { DataTable } from '../parts/data-table.js';
import { formatNumber, joinFacts } from '../parts/format.js';
import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';

const TEXT = STRINGS.why.compare;
const TURNS = 50;

type Call = Wire<CallExplanation>;
export type CallLabels = ReadonlyMap<string | null, string>;

export function ComparedCall({
  call,
  labels,
  calls,
  chat,
}: {
  call: Call;
  labels: CallLabels;
  calls: readonly Call[];
  chat: ChatKey | undefined;
}) {
  const [chosen, setChosen] = useState('');
  const own = calls.find(({ callId }) => callId === chosen);
  const turns = useTurns(chat, call.executionId);
  return (
    <section className="compared">
      <label>
        {TEXT.with}{' '}
        <select value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value="">{TEXT.none}</option>
          {calls
            .filter(({ callId }) => callId !== call.callId)
            .map(({ callId, stepInNode, nodeId }) => (
              <option key={callId} value={callId}>
                {joinFacts([labels.get(callId) ?? null, STRINGS.why.call(stepInNode, nodeId)])}
              </option>
            ))}
          {turns.map(({ executionId, words }) => (
            <option key={executionId} value={executionId}>
              {TEXT.turn(words)}
            </option>
          ))}
        </select>
      </label>
      {chosen === '' ? null : own ? (
        <Differences before={own} after={call} />
      ) : (
        <OtherTurn key={chosen} executionId={chosen} call={call} />
      )}
    </section>
  );
}

function OtherTurn({ executionId, call }: { executionId: string; call: Call }) {
  const { value, error, reload } = useLoaded(executionId, (signal) =>
    get<CallExplanation[]>(`/executions/${encodeURIComponent(executionId)}/explanation`, { signal }),
  );
  if (error) return <Problem error={error} retry={reload} />;
  const last = value?.at(-1);
  if (value && !last) return <p className="hint">{STRINGS.why.none}</p>;
  return last ? <Differences before={last} after={call} /> : <p className="hint">{STRINGS.loading}</p>;
}

function Differences({ before, after }: { before: Call; after: Call }) {
  const sent = (one: { tokens: number; form: string } | null) =>
    one === null ? TEXT.notSent : `${formatNumber(one.tokens)} ${STRINGS.codes.form(one.form)}`;
  return (
    <DataTable
      title={TEXT.title}
      none={TEXT.same}
      rows={compareCalls(before.context.messages.map(translate), after.context.messages.map(translate))}
      columns={[
        { header: STRINGS.why.columns.message, value: ({ name }) => name },
        { header: TEXT.there, isNumber: true, value: (row) => sent(row.before) },
        { header: TEXT.here, isNumber: true, value: (row) => sent(row.after) },
        { header: STRINGS.why.columns.text, value: ({ text }) => text },
      ]}
    />
  );
}

function translate(message: ExplainedMessage): ExplainedMessage {
  return { ...message, name: STRINGS.codes.place(message.place, message.name) };
}

/** Returns the newest answered turns except `but`, with their first words. */
function useTurns(chat: ChatKey | undefined, but: string): { executionId: string; words: string }[] {
  const { value } = useLoaded(`turns of ${chat ? JSON.stringify(chat) : ''}`, async (signal) => {
    if (!chat) return [];
    const query = { ...chatQuery(chat), limit: 2 * TURNS };
    return (await get<HistoryPage>(conversationPath(chat, '/messages'), { query, signal })).messages;
  });
  return (value ?? []).flatMap(({ role, executionId, text }) =>
    role === 'assistant' && executionId !== null && executionId !== but
      ? [{ executionId, words: text.slice(0, 40) }]
      : [],
  );
}
