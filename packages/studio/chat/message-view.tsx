import { useState } from 'react';
import { formatCost, formatNumber, joinFacts } from '../parts/format.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import type { Approval, ChatKey, ChatMessage } from './chat-messages.js';
import { EditedMessage } from './edited-message.js';
import type { Phrase } from './find-phrase.js';
import { PartView } from './part-view.js';
import type { Version } from './versions.js';

interface MessageViewProps {
  chat: ChatKey;
  message: ChatMessage;
  /** The chat was opened at this message. */
  isPlace: boolean;
  isRunning: boolean;
  /** Absent if the answer cannot be regenerated here. */
  onRetry: (() => void) | undefined;
  /** Absent if the message cannot be edited here. */
  onEdit: ((text: string) => void) | undefined;
  /** Alternative turns in this place; empty if it is the only one. */
  versions: readonly Version[];
  /** Switches to a branch. Absent while an answer is running. */
  onGo: ((branch: number) => void) | undefined;
  /** Opens a thread on the selection in an answer, or on all of it. */
  onThread: (turnId: string, phrase: Phrase | undefined) => void;
  onApprove: (answer: Approval) => void;
}

/** A message with its parts. The footer needs a status: an answer without one was cut off and is still running. */
export function MessageView(props: MessageViewProps) {
  const { chat, message, isPlace, isRunning, onEdit, onApprove } = props;
  const [isEdited, setIsEdited] = useState(false);
  const { role, parts } = message;
  const speaker = role === 'user' ? STRINGS.chat.you : chat.flow;
  return (
    <article
      className={`message ${role}`}
      data-id={message.id}
      aria-label={speaker}
      aria-busy={isRunning}
      aria-current={isPlace ? 'location' : undefined}
    >
      <h3>{speaker}</h3>
      {isEdited
        ? null
        : parts.map((part, at) => (
            // Parts are only appended, so the index is a stable key.
            <PartView key={at} part={part} onApprove={onApprove} />
          ))}
      {onEdit === undefined ? null : (
        <EditedMessage text={joinText(message)} isOpen={isEdited} onOpen={setIsEdited} onEdit={onEdit} />
      )}
      {isRunning ? <span className="cursor" role="status" aria-label={STRINGS.chat.running} /> : null}
      {role === 'assistant' && !isRunning && message.metadata?.status !== undefined ? (
        <Footer {...props} />
      ) : null}
    </article>
  );
}

function Footer({ chat, message, onRetry, versions, onGo, onThread }: MessageViewProps) {
  const {
    executionId,
    turnId = '',
    model,
    usage,
    cost,
    status,
    finishReason,
    error,
  } = message.metadata ?? {};
  return (
    <footer>
      {status === 'failed' ? (
        <p className="problem" role="alert">
          {STRINGS.chat.failed} {error?.message}
        </p>
      ) : null}
      {finishReason === undefined ? null : (
        <p className="problem" role="alert">
          {STRINGS.chat.cutOff[finishReason]}
        </p>
      )}
      {status === 'cancelled' ? <p className="hint">{STRINGS.chat.cancelled}</p> : null}
      {onRetry === undefined ? null : (
        <button type="button" onClick={onRetry}>
          {status === 'failed' || status === 'cancelled' ? STRINGS.chat.retry : STRINGS.chat.regenerate}
        </button>
      )}
      {onGo === undefined ? null : <VersionArrows versions={versions} turnId={turnId} onGo={onGo} />}
      {turnId === '' ? null : (
        <button
          type="button"
          className="open-thread"
          // Pressing would clear the selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => onThread(turnId, readSelection(event.currentTarget.closest('article')))}
        >
          {STRINGS.threads.open}
        </button>
      )}
      {executionId === undefined ? null : (
        <a href={formatRoute({ view: 'chat', ...chat, why: executionId })}>{STRINGS.chat.why}</a>
      )}
      <small>
        {joinFacts([
          model ?? null,
          usage === undefined
            ? null
            : STRINGS.chat.tokens(formatNumber(usage.inputTokens), formatNumber(usage.outputTokens)),
          cost == null ? null : formatCost(cost),
        ])}
      </small>
    </footer>
  );
}

function joinText({ parts }: ChatMessage): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
}

/** Undefined without a selection, or if it extends beyond the element. */
function readSelection(element: Element | null): Phrase | undefined {
  const selection = getSelection();
  if (element === null || selection === null || selection.rangeCount === 0) return undefined;
  const range = selection.getRangeAt(0);
  if (selection.isCollapsed || !element.contains(range.commonAncestorContainer)) return undefined;
  const { startContainer: node, startOffset } = range;
  const markdown = (node instanceof Element ? node : node.parentElement)?.closest('.markdown');
  const before = document.createRange();
  before.setStart(markdown ?? element, 0);
  before.setEnd(node, startOffset);
  return { text: selection.toString(), before: before.toString() };
}

/** Position among the alternative turns, with arrows. */
function VersionArrows({
  versions,
  turnId,
  onGo,
}: {
  versions: readonly Version[];
  turnId: string;
  onGo: (branch: number) => void;
}) {
  const at = versions.findIndex((version) => version.turnId === turnId);
  if (at < 0) return null;
  const { before, after, place } = STRINGS.chat.versions;
  const arrow = (label: string, sign: string, to: Version | undefined) => (
    <button
      type="button"
      aria-label={label}
      disabled={to === undefined}
      onClick={() => to && onGo(to.branch)}
    >
      {sign}
    </button>
  );
  return (
    <span className="versions">
      {arrow(before, '‹', versions[at - 1])} {place(at + 1, versions.length)}{' '}
      {arrow(after, '›', versions[at + 1])}
    </span>
  );
}
