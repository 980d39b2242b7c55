import { useState } from 'react';
import { MessagesSquare } from 'lucide-react';
import { Badge } from '../parts/badge.js';
import { buttonClass } from '../parts/button.js';
import { STRINGS } from '../strings.js';
import { AnswerFooter } from './answer-footer.js';
import { EditedMessage } from './edited-message.js';
import { groupParts, type Part } from './group-parts.js';
import { joinText, type ChatMessage } from '../api/chat-messages.js';
import type { MessageViewProps } from './message-view-props.js';
import { Outcome } from './outcome.js';
import { PartView } from './part-view.js';
import { isToolUIPart } from 'ai';
import { Anchored } from './use-anchors.js';
import { WorkGroup } from './work-group.js';

const USER = 'ml-auto grid w-fit max-w-[85%] min-w-0 gap-2 rounded-xl bg-raised px-3.5 py-2';

/** An answer without a status is running, waits for a person, or was cut off. */
export function MessageView(props: MessageViewProps) {
  const { chat, message, isPlace, threads, isRunning, onEdit, onApprove } = props;
  const [isEdited, setIsEdited] = useState(false);
  // A message just sent or streamed has no stored time yet.
  const [firstShownAt] = useState(() => new Date().toISOString());
  const createdAt = message.metadata?.createdAt ?? firstShownAt;
  const { role, parts } = message;
  const { before, work, after } = groupParts(parts);
  // Parts are only appended, so the index is a stable key.
  const show = (part: Part, at: number) => <PartView key={at} part={part} onApprove={onApprove} />;
  const speaker = role === 'user' ? STRINGS.chat.you : chat.flow;
  return (
    <article
      className={`message ${role} group relative py-3 ${isPlace ? 'border-l-2 border-accent pl-3' : ''}`}
      data-id={message.id}
      aria-label={speaker}
      aria-busy={isRunning}
      aria-current={isPlace ? 'location' : undefined}
    >
      <h3 className={role === 'user' ? 'sr-only' : 'mb-1 text-xs font-medium text-faint'}>{speaker}</h3>
      <div className={`parts ${isEdited ? 'hidden' : role === 'user' ? USER : 'grid min-w-0 gap-2'}`}>
        <Anchored value={threads}>
          {before.map(show)}
          {work.length === 0 ? null : (
            <WorkGroup parts={work} executionId={message.metadata?.executionId} isRunning={isRunning}>
              {work.map(show)}
            </WorkGroup>
          )}
          {after.map(show)}
        </Anchored>
      </div>
      {role === 'user' && message.metadata?.status === 'cancelled' ? (
        <p className="withdrawn mt-1 flex justify-end">
          <Badge>{STRINGS.chat.withdrawn}</Badge>
        </p>
      ) : null}
      {threads.length === 0 ? null : <ThreadCount threads={threads} />}
      {onEdit ? (
        <EditedMessage
          text={joinText(message.parts)}
          createdAt={createdAt}
          isOpen={isEdited}
          onOpen={setIsEdited}
          onEdit={onEdit}
        />
      ) : null}
      {isRunning ? (
        <span
          className="cursor mt-1 inline-block h-4 w-2 animate-blink rounded-xs bg-accent"
          aria-hidden="true"
        />
      ) : null}
      {role === 'assistant' && !isRunning ? <Ended {...props} createdAt={createdAt} /> : null}
    </article>
  );
}

function ThreadCount({ threads }: Pick<MessageViewProps, 'threads'>) {
  return (
    <a
      className={buttonClass({ kind: 'quiet', size: 'small' }, 'thread-count mt-1 -ml-2 text-accent')}
      href={threads[0]?.href}
      title={threads.map(({ title }) => title).join('\n')}
    >
      <MessagesSquare size={14} aria-hidden="true" />
      {STRINGS.threads.count(threads.length)}
    </a>
  );
}

function Ended(props: MessageViewProps & { createdAt: string }) {
  const { executionId, status } = props.message.metadata ?? {};
  if (executionId === undefined && !status) return null;
  if (!status)
    return isWaiting(props.message) ? null : (
      <p className="cut-off mt-1.5">
        <Badge tone="busy">{STRINGS.chat.incomplete}</Badge>
      </p>
    );
  return (
    <>
      <Outcome {...props} />
      <AnswerFooter {...props} />
    </>
  );
}

/** True if the message waits for a person, or for a tool that runs in a page. */
function isWaiting({ parts }: Pick<ChatMessage, 'parts'>): boolean {
  return parts.some((part) => {
    if (part.type === 'data-question') return true;
    return isToolUIPart(part) && !part.state.startsWith('output-');
  });
}
