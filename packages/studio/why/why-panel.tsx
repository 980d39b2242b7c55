import type { CallExplanation } from '../../../views/call.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import type { ChatKey } from '../chat/chat-messages.js';
import { Problem } from '../parts/problem.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { CallView } from './call-view.js';

export function WhyPanel({ executionId, chat }: { executionId: string; chat: ChatKey }) {
  const { flow, channel, thread } = chat;
  return (
    <aside className="why" aria-label={STRINGS.why.title}>
      <header>
        <h2>{STRINGS.why.title}</h2>
        <a href={formatRoute({ view: 'chat', flow, channel, why: undefined, thread })}>{STRINGS.why.close}</a>
      </header>
      <Calls executionId={executionId} chat={chat} />
    </aside>
  );
}

export function Calls({ executionId, chat }: { executionId: string; chat?: ChatKey }) {
  const { value, error, reload } = useLoaded(executionId, (signal) =>
    get<CallExplanation[]>(`/executions/${encodeURIComponent(executionId)}/explanation`, { signal }),
  );
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (value === undefined) return <p className="hint">{STRINGS.loading}</p>;
  if (value.length === 0) return <p className="hint">{STRINGS.why.none}</p>;
  return value.map((call, at) => (
    <CallView key={call.callId} call={call} calls={value} chat={chat} isOpen={at === value.length - 1} />
  ));
}
