import { ChevronLeft, ChevronRight, MessageSquareReply, RotateCcw, ScanSearch } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import { Badge } from '../parts/badge.js';
import { buttonClass, IconButton } from '../parts/button.js';
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

const USER = 'ml-auto grid w-fit max-w-[85%] min-w-0 gap-2 rounded-xl bg-raised px-3.5 py-2';

/** A message with its parts. The footer needs a status: an answer without one was cut off and is still running. */
export function MessageView(props: MessageViewProps) {
  const { chat, message, isPlace, isRunning, onEdit, onApprove } = props;
  const [isEdited, setIsEdited] = useState(false);
  const { role, parts } = message;
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
      <div className={isEdited ? 'hidden' : role === 'user' ? USER : 'grid min-w-0 gap-2'}>
        {parts.map((part, at) => (
          // Parts are only appended, so the index is a stable key.
          <PartView key={at} part={part} onApprove={onApprove} />
        ))}
      </div>
      {role === 'user' && message.metadata?.status === 'cancelled' ? (
        <p className="withdrawn mt-1 flex justify-end">
          <Badge>{STRINGS.chat.withdrawn}</Badge>
        </p>
      ) : null}
      {onEdit === undefined ? null : (
        <EditedMessage text={joinText(message)} isOpen={isEdited} onOpen={setIsEdited} onEdit={onEdit} />
      )}
      {isRunning ? (
        <span
          className="cursor mt-1 inline-block h-4 w-2 animate-blink rounded-xs bg-accent"
          role="status"
          aria-label={STRINGS.chat.running}
        />
      ) : null}
      {role === 'assistant' && !isRunning && message.metadata?.status !== undefined ? (
        <Footer {...props} />
      ) : null}
    </article>
  );
}

/** Shown on hover and focus, and always where there is no pointer. */
const QUIET =
  'opacity-0 transition-opacity group-hover:opacity-100 group-focus-within:opacity-100 pointer-coarse:opacity-100';

function Footer({ chat, message, onRetry, versions, onGo, onThread }: MessageViewProps) {
  const { executionId, turnId = '', model, usage, cost, status } = message.metadata ?? {};
  return (
    <footer className="mt-1.5 flex flex-wrap items-center gap-1 text-xs text-faint">
      <Outcome message={message} />
      {executionId === undefined ? null : (
        <a
          className={buttonClass({ kind: 'quiet', size: 'small' })}
          href={formatRoute({ view: 'chat', ...chat, why: executionId })}
        >
          <ScanSearch size={15} aria-hidden="true" />
          {STRINGS.chat.why}
        </a>
      )}
      {onRetry === undefined ? null : (
        <IconButton
          label={status === 'failed' || status === 'cancelled' ? STRINGS.chat.retry : STRINGS.chat.regenerate}
          className={QUIET}
          onClick={onRetry}
        >
          <RotateCcw size={15} />
        </IconButton>
      )}
      {onGo === undefined ? null : <VersionArrows versions={versions} turnId={turnId} onGo={onGo} />}
      {turnId === '' ? null : (
        <IconButton
          label={STRINGS.threads.open}
          className={`open-thread ${QUIET}`}
          // Pressing would clear the selection.
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => onThread(turnId, readSelection(event.currentTarget.closest('article')))}
        >
          <MessageSquareReply size={15} />
        </IconButton>
      )}
      <small className={`ml-1 text-xs ${QUIET}`}>
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

/** Why an answer is missing or incomplete. */
function Outcome({ message }: { message: ChatMessage }) {
  const { status, error, finishReason } = message.metadata ?? {};
  return (
    <>
      {status === 'failed' ? (
        <p
          className="problem w-full rounded-md bg-bad-soft px-3 py-2 text-sm text-bad wrap-anywhere"
          role="alert"
        >
          {STRINGS.chat.failed} {error?.message}
        </p>
      ) : null}
      {finishReason === undefined ? null : (
        <p className="problem w-full rounded-md bg-busy-soft px-3 py-2 text-sm text-busy" role="alert">
          {STRINGS.chat.cutOff[finishReason]}
        </p>
      )}
      {status === 'cancelled' ? <Badge>{STRINGS.chat.cancelled}</Badge> : null}
    </>
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
  const arrow = (label: string, sign: ReactElement, to: Version | undefined) => (
    <IconButton label={label} disabled={to === undefined} onClick={() => to && onGo(to.branch)}>
      {sign}
    </IconButton>
  );
  return (
    <span className="versions inline-flex items-center tabular-nums">
      {arrow(before, <ChevronLeft size={15} />, versions[at - 1])} {place(at + 1, versions.length)}{' '}
      {arrow(after, <ChevronRight size={15} />, versions[at + 1])}
    </span>
  );
}
