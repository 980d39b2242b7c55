import { MessagesSquare } from 'lucide-react';
import { EmptyState } from '../parts/empty-state.js';
import { STRINGS } from '../strings.js';
import type { NewChat } from './use-new-chat.js';

export function NoMessages() {
  return <EmptyState icon={MessagesSquare} title={STRINGS.chat.empty} />;
}

/** The choice of a flow for a new chat. */
export function Welcome({ begun: { flows, flow, choose } }: { begun: NewChat }) {
  return (
    <EmptyState icon={MessagesSquare} title={STRINGS.chat.welcome} help={STRINGS.chat.empty}>
      {flows.length < 2 ? null : (
        <select
          className="mt-3"
          aria-label={STRINGS.chats.flow}
          value={flow ?? ''}
          onChange={(event) => choose(event.target.value)}
        >
          {flows.map((slug) => (
            <option key={slug}>{slug}</option>
          ))}
        </select>
      )}
    </EmptyState>
  );
}
