import {
  Activity,
  ChevronLeft,
  ChevronRight,
  Copy,
  Ellipsis,
  FileCode,
  MessageSquareReply,
  RotateCcw,
  ScanSearch,
  TextSelect,
  ThumbsDown,
  ThumbsUp,
} from 'lucide-react';
import { Suspense, type ReactElement, useState } from 'react';
import { RATINGS, type Rating } from '../../../protocol/rating.js';
import { lazyView } from '../lazy-view.js';
import { buttonClass, IconButton } from '../parts/button.js';
import { copyHtml, copyText } from '../parts/copy-text.js';
import { formatCost, formatNumber, joinFacts } from '../parts/format.js';
import { Menu, MenuItem } from '../parts/menu.js';
import { showToast } from '../parts/toast.js';
import { RelativeTime } from '../parts/relative-time.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import {
  type Facts,
  chatQuery,
  conversationPath,
  type ChatKey,
  type ChatMessage,
} from '../api/chat-messages.js';
import type { MessageViewProps } from './message-view-props.js';
import type { Version } from './versions.js';
import type { Phrase } from './find-phrase.js';
import { put } from '../api/request.js';

const SentenceDialog = lazyView(async () => (await import('./sentence-dialog.js')).SentenceDialog);

/** Devices without a pointer cannot hover, so the buttons stay visible there. */
const QUIET =
  'opacity-0 transition-opacity group-hover:opacity-100 group-focus-within:opacity-100 has-[[data-popup-open]]:opacity-100 pointer-coarse:opacity-100';

export function AnswerFooter(props: MessageViewProps & { createdAt: string }) {
  const { chat, message, versions, onGo, createdAt } = props;
  const { executionId, turnId = '' } = message.metadata ?? {};
  const { rating, rate } = useRating(chat, message);
  return (
    <footer className="mt-1 flex flex-wrap items-center gap-0.5 text-xs text-faint">
      {executionId === undefined ? null : (
        <a
          className={buttonClass({ kind: 'quiet', size: 'small' }, '-ml-2')}
          href={formatRoute({ view: 'chat', ...chat, why: executionId })}
        >
          <ScanSearch size={15} aria-hidden="true" />
          {STRINGS.chat.why}
        </a>
      )}
      {onGo ? <VersionArrows versions={versions} turnId={turnId} onGo={onGo} /> : null}
      {rating === null ? null : <GivenRating rating={rating} onRemove={() => rate(null)} />}
      <span className={`acts flex flex-wrap items-center gap-0.5 pointer-coarse:contents ${QUIET}`}>
        <Acts {...props} onRate={message.metadata?.status === 'completed' ? rate : undefined} />
        <small className="ml-1 flex flex-wrap gap-x-1.5 text-xs">
          <RelativeTime at={createdAt} />
          <span>{describeFigures(message.metadata ?? {})}</span>
        </small>
      </span>
    </footer>
  );
}

type ActsProps = MessageViewProps & { onRate: ((rating: Rating) => void) | undefined };

function showCopied(isCopied: boolean): void {
  showToast(isCopied ? STRINGS.copied : STRINGS.notCopied);
}

function Acts(props: ActsProps) {
  const { message, onThread } = props;
  const { turnId = '' } = message.metadata ?? {};
  return (
    <>
      <IconButton
        label={STRINGS.chat.copyAnswer}
        className="copy-answer"
        onClick={({ currentTarget }) => void copyHtml(findTexts(currentTarget)).then(showCopied)}
      >
        <Copy size={15} />
      </IconButton>
      {turnId === '' ? null : (
        <IconButton
          label={STRINGS.threads.open}
          className="open-thread"
          onMouseDown={(event) => event.preventDefault()}
          onClick={(event) => onThread(turnId, readSelection(event.currentTarget.closest('article')))}
        >
          <MessageSquareReply size={15} />
        </IconButton>
      )}
      <MoreMenu {...props} />
    </>
  );
}

function MoreMenu({ message, onRetry, onThread, onRate }: ActsProps) {
  const { executionId, turnId = '', status } = message.metadata ?? {};
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={STRINGS.more}
            className="more inline-flex size-7 items-center justify-center rounded-md hover:bg-hover hover:text-ink pointer-coarse:size-11"
          >
            <Ellipsis size={15} />
          </button>
        }
      >
        {onRate ? <RatingItems onRate={onRate} /> : null}
        {status === 'completed' && onRetry ? (
          <MenuItem icon={RotateCcw} onSelect={onRetry}>
            {STRINGS.chat.regenerate}
          </MenuItem>
        ) : null}
        {turnId === '' ? null : (
          <MenuItem icon={TextSelect} onSelect={() => setChoosing(true)}>
            {STRINGS.threads.openOn}
          </MenuItem>
        )}
        <MenuItem
          icon={FileCode}
          onSelect={() => void copyText(listTexts(message).join('\n\n')).then(showCopied)}
        >
          {STRINGS.chat.copyMarkdown}
        </MenuItem>
        {executionId === undefined ? null : (
          <MenuItem icon={Activity} href={formatRoute({ view: 'runs', executionId })}>
            {STRINGS.runs.waterfall.open}
          </MenuItem>
        )}
      </Menu>
      {isChoosing ? (
        <Suspense>
          <SentenceDialog
            texts={listTexts(message)}
            onChoose={(sentence) => onThread(turnId, sentence)}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

const THUMBS = { good: ThumbsUp, bad: ThumbsDown };

function RatingItems({ onRate }: { onRate: (rating: Rating) => void }) {
  return RATINGS.map((rating) => (
    <MenuItem key={rating} icon={THUMBS[rating]} onSelect={() => onRate(rating)}>
      {STRINGS.chat.ratings[rating]}
    </MenuItem>
  ));
}

function GivenRating({ rating, onRemove }: { rating: Rating; onRemove: () => void }) {
  const Thumb = THUMBS[rating];
  return (
    <IconButton label={STRINGS.chat.ratings[rating]} aria-pressed className="rate" onClick={onRemove}>
      <Thumb size={15} />
    </IconButton>
  );
}

function describeFigures({ model, usage, cost, unpricedCalls = 0, status }: Facts): string {
  const { tokens, costUnknown, atLeast } = STRINGS.chat;
  // The usage of a stopped call is unknown.
  const isStopped = status === 'cancelled';
  const isKnown = cost != null && !(isStopped && Number(cost) === 0);
  const known = isKnown ? (isStopped || unpricedCalls > 0 ? atLeast : String)(formatCost(cost)) : null;
  return joinFacts([
    model ?? null,
    usage ? tokens(formatNumber(usage.inputTokens), formatNumber(usage.outputTokens)) : null,
    known ?? (isStopped ? costUnknown : null),
  ]);
}

function findTexts(element: Element): Element[] {
  return [...(element.closest('article')?.querySelectorAll('.parts > .markdown') ?? [])];
}

function listTexts({ parts }: MessageViewProps['message']): string[] {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : []));
}

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
    <IconButton label={label} disabled={!to} onClick={() => to && onGo(to.branch)}>
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

function useRating(chat: ChatKey, message: ChatMessage) {
  const { turnId = '', rating: stored = null } = message.metadata ?? {};
  const [rating, setRating] = useState<Rating | null>(stored);
  const rate = (next: Rating | null): void => {
    setRating(next);
    put(conversationPath(chat, `/turns/${encodeURIComponent(turnId)}/rating`), {
      query: chatQuery(chat),
      body: { rating: next },
    }).catch((error: unknown) => {
      setRating(rating);
      showToast((error as Error).message, { isError: true });
    });
  };
  return { rating, rate };
}
