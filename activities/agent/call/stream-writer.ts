import { createThinkingFilter } from '../../../context/hide-thinking.js';
import { createMetaFilter } from '../../../context/summary/hide-meta.js';
import { createWellFormedStream } from '../../../context/well-formed.js';

export interface StreamWriterOptions {
  flushMs: number;
  /** A summary was asked for with the answer: what is appended for it is no answer. */
  hidesMeta?: boolean;
  /** Writes visible text that begins at this UTF-16 offset; false: a newer attempt has taken the call. */
  write: (startOffset: number, text: string) => Promise<boolean>;
  /** Told once when writing failed or was refused; nothing is written after it. */
  onFailure: (error: unknown) => void;
}

/** All that a call said: what readers see, what the model thought, and what it appended for the conversation's keeping. */
export interface Said {
  visible: string;
  thinking: string;
  meta: string;
}

/** What a call has said so far, parted into what readers see and what the model thought. */
export interface StreamWriter {
  push(delta: string): void;
  /** No more comes: what was held back joins the texts, and pending writes are waited for. */
  end(): Promise<Said>;
  readonly characters: number;
  /** Some of the visible text was written for readers. */
  readonly hasWritten: boolean;
}

/** Sent to whoever waits for a write of an attempt that another one replaced. */
export class SupersededError extends Error {
  constructor() {
    super('A newer attempt has taken this model call');
    this.name = 'SupersededError';
  }
}

/** Coalesces the visible text of a model call into writes at most every `flushMs`, one after another. */
export function createStreamWriter(options: StreamWriterOptions): StreamWriter {
  const { flushMs, hidesMeta = false, write, onFailure } = options;
  const wellFormed = createWellFormedStream();
  const thoughts = createThinkingFilter();
  const appended = hidesMeta ? createMetaFilter() : undefined;
  let visible = '';
  let thinking = '';
  let meta = '';
  let written = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let hasFailed = false;

  return {
    push(delta) {
      take(thoughts.push(wellFormed.push(delta)));
      if (visible.length > written) timer ??= setTimeout(flush, flushMs);
    },
    async end() {
      clearTimeout(timer);
      take(thoughts.push(wellFormed.end()));
      take(thoughts.end());
      if (appended !== undefined) show(appended.end());
      await writing;
      return { visible, thinking, meta };
    },
    get hasWritten() {
      return written > 0;
    },
    get characters() {
      return visible.length + thinking.length;
    },
  };

  function take(split: { visible: string; thinking: string }): void {
    thinking += split.thinking;
    show(appended?.push(split.visible) ?? { visible: split.visible, meta: '' });
  }

  function show(split: { visible: string; meta: string }): void {
    visible += split.visible;
    meta += split.meta;
  }

  function flush(): void {
    timer = undefined;
    writing = writing.then(async () => {
      if (hasFailed || visible.length === written) return;
      const start = written;
      const text = visible.slice(start);
      written = visible.length;
      try {
        if (!(await write(start, text))) throw new SupersededError();
      } catch (error) {
        hasFailed = true;
        onFailure(error);
      }
    });
  }
}
