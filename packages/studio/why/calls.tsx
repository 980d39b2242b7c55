import type { Waterfall } from '../../../views/waterfall.js';
import type { CallExplanation } from '../../../views/call.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import type { ChatKey } from '../api/chat-messages.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import { STRINGS } from '../strings.js';
import { CallView } from './call-view.js';
import type { CallLabels } from './compared-call.js';

const MAX_ROWS = 1_000;

export function Calls({ executionId, chat }: { executionId: string; chat: ChatKey }) {
  const { value } = useLoaded(`labels ${executionId}`, (signal) =>
    get<Waterfall>(`/executions/${encodeURIComponent(executionId)}/waterfall`, {
      query: { limit: MAX_ROWS },
      signal,
    }),
  );
  return (
    <>
      <h3 className="sr-only">{STRINGS.runs.explain}</h3>
      <LabeledCalls {...{ executionId, chat }} rows={value?.rows ?? []} />
    </>
  );
}

export function LabeledCalls({
  executionId,
  chat,
  rows,
}: {
  executionId: string;
  chat?: ChatKey;
  rows: readonly Wire<Waterfall>['rows'][number][];
}) {
  const { value, error, reload } = useLoaded(executionId, (signal) =>
    get<CallExplanation[]>(`/executions/${encodeURIComponent(executionId)}/explanation`, { signal }),
  );
  const labels: CallLabels = new Map(
    rows
      .filter(({ kind }) => kind === 'call')
      .map(({ callId, label }) => [callId, STRINGS.codes.label('call', label)]),
  );
  if (error) return <Problem error={error} retry={reload} />;
  if (!value) return <Skeleton rows={6} />;
  if (value.length === 0) return <p className="hint">{STRINGS.why.none}</p>;
  return value.map((call, at) => (
    <CallView
      key={call.callId}
      call={call}
      labels={labels}
      calls={value}
      chat={chat}
      isOpen={at === value.length - 1}
    />
  ));
}
