import type { CallExplanation } from '../../../views/call.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import type { ChatKey } from '../chat/chat-messages.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import { STRINGS } from '../strings.js';
import { CallView } from './call-view.js';

/** The model calls of an execution, with what each was sent. */
export function Calls({ executionId, chat }: { executionId: string; chat?: ChatKey }) {
  const { value, error, reload } = useLoaded(executionId, (signal) =>
    get<CallExplanation[]>(`/executions/${encodeURIComponent(executionId)}/explanation`, { signal }),
  );
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (value === undefined) return <Skeleton rows={6} />;
  if (value.length === 0) return <p className="hint">{STRINGS.why.none}</p>;
  return value.map((call, at) => (
    <CallView key={call.callId} call={call} calls={value} chat={chat} isOpen={at === value.length - 1} />
  ));
}
