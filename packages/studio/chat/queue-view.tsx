import { Check, CornerDownRight, Ellipsis, Paperclip, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { Badge, type Tone } from '../parts/badge.js';
import { IconButton } from '../parts/button.js';
import { Menu, MenuItem } from '../parts/menu.js';
import { STRINGS } from '../strings.js';
import { describeError } from './describe-error.js';
import type { Queue, Waiting } from './use-queue.js';

const TEXT = STRINGS.chat.queue;

/** Narrow queues show the state and the actions below the text. */
const FULL_ROW = 'min-w-0 flex-1 py-0.5 @max-md:basis-[calc(100%-2rem)]';

const TONES: Readonly<Partial<Record<Waiting['state'], Tone>>> = {
  unsent: 'bad',
  joined: 'good',
  steer: 'info',
  interrupt: 'info',
};

export function QueueView({ queue, isRunning }: { queue: Omit<Queue, 'send'>; isRunning: boolean }) {
  const [edited, setEdited] = useState<Waiting>();
  const isGone = edited && queue.waiting.every(({ turnId }) => turnId !== edited.turnId);
  const waiting = isGone ? [edited, ...queue.waiting] : queue.waiting;
  if (waiting.length === 0) return null;
  return (
    <ul className="queue @container grid max-h-48 gap-1.5 overflow-y-auto" aria-label={TEXT.title}>
      {waiting.map((one, at) => (
        <li
          key={one.turnId}
          className="flex min-w-0 flex-wrap items-start gap-x-2 rounded-lg border border-line bg-raised py-1 pr-1 pl-3 text-sm"
        >
          <CornerDownRight size={14} className="mt-1.5 shrink-0 text-faint" aria-hidden="true" />
          {one.turnId === edited?.turnId ? (
            <EditedText
              text={edited.text}
              onSave={(text) => queue.edit(one, text)}
              onClose={() => setEdited(undefined)}
            />
          ) : (
            <>
              <Said waiting={one} />
              <span role="status" className="my-0.5 shrink-0 self-center @max-md:ml-5.5">
                <Badge tone={TONES[one.state] ?? 'neutral'}>{describe(one, at + (isRunning ? 1 : 0))}</Badge>
              </span>
              <Acts waiting={one} queue={queue} onEdit={() => setEdited(one)} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

function EditedText({
  text: before,
  onSave,
  onClose,
}: {
  text: string;
  onSave: (text: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const [text, setText] = useState(before);
  const save = async (): Promise<void> => {
    if (text.trim() !== '' && (text === before || (await onSave(text)))) onClose();
  };
  return (
    <>
      <textarea
        className="min-w-0 flex-1 resize-none text-base"
        autoFocus
        aria-label={STRINGS.chat.edit}
        rows={Math.min(4, text.split('\n').length)}
        value={text}
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(text.length, text.length)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            onClose();
          }
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void save();
        }}
      />
      <span className="flex shrink-0">
        <IconButton label={TEXT.save} className="save" onClick={() => void save()}>
          <Check size={14} />
        </IconButton>
        <IconButton label={STRINGS.chat.keep} onClick={onClose}>
          <X size={14} />
        </IconButton>
      </span>
    </>
  );
}

function Said({ waiting: { text, files, problem } }: { waiting: Waiting }) {
  return (
    <div className={FULL_ROW}>
      <p className="line-clamp-2 wrap-anywhere whitespace-pre-wrap">{text}</p>
      {files.map((name, at) => (
        <span key={at} className="mr-2 inline-flex items-center gap-1 text-xs text-faint">
          <Paperclip size={12} aria-hidden="true" /> {name}
        </span>
      ))}
      {problem ? (
        <p role="alert" className="text-xs text-bad wrap-anywhere">
          {describeError(problem)}
        </p>
      ) : null}
    </div>
  );
}

function Acts({
  waiting,
  queue: { resend, move, withdraw },
  onEdit,
}: {
  waiting: Waiting;
  queue: Omit<Queue, 'send'>;
  onEdit: () => void;
}) {
  const { turnId, state } = waiting;
  if (state === 'sending' || state === 'running' || state === 'joined') return null;
  const others = (['queue', 'steer', 'interrupt'] as const).filter(
    (mode) => mode !== (state === 'queued' ? 'queue' : state),
  );
  return (
    <span className="ml-auto flex shrink-0">
      {state === 'unsent' ? (
        <IconButton label={STRINGS.tryAgain} onClick={() => resend(turnId)}>
          <RotateCcw size={14} />
        </IconButton>
      ) : (
        <Menu
          trigger={
            <button
              type="button"
              aria-label={STRINGS.more}
              className="inline-flex size-7 items-center justify-center rounded-md text-faint hover:bg-hover hover:text-ink pointer-coarse:size-11"
            >
              <Ellipsis size={15} />
            </button>
          }
        >
          <MenuItem onSelect={onEdit}>{STRINGS.chat.edit}</MenuItem>
          {others.map((mode) => (
            <MenuItem key={mode} onSelect={() => move(waiting, mode)}>
              {TEXT.modes[mode]}
            </MenuItem>
          ))}
        </Menu>
      )}
      <IconButton label={TEXT.withdraw} className="withdraw" onClick={() => withdraw(waiting)}>
        <X size={14} />
      </IconButton>
    </span>
  );
}

function describe({ state }: Waiting, ahead: number): string {
  return state === 'queued' && ahead > 0 ? STRINGS.chat.queued(ahead) : TEXT.states[state];
}
