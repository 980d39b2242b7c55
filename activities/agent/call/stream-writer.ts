import { createThinkingFilter } from '../../../context/hide-thinking.js';
import { createMetaFilter, type MetaFilter, type MetaSplit } from '../../../context/summary/hide-meta.js';
import { createWellFormedStream } from '../../../context/well-formed.js';

export interface StreamWriterOptions {
  flushMs: number;
  /** A summary was asked for with the answer, under this key; what the model appends for it is kept from readers. */
  meta?: { readonly key?: string | undefined } | undefined;
  /** Writes visible text that begins at this UTF-16 offset; false: a newer attempt has taken the call. */
  write: (startOffset: number, text: string) => Promise<boolean>;
  /** Called once when a write fails or is refused; nothing is written after it. */
  onFailure: (error: unknown) => void;
}

/** All that a call said, parted by who it is for. */
export interface Said {
  /** The text that readers see. */
  visible: string;
  /** The model's thoughts. */
  thinking: string;
  /** The summary that was appended for the conversation. */
  meta: string;
  /** A block was appended without the key of its call; it is neither shown nor believed. */
  hasStrayMeta: boolean;
}

/** A write was refused because a newer attempt has taken the call. */
export class SupersededError extends Error {
  constructor() {
    super('A newer attempt has taken this model call');
    this.name = 'SupersededError';
  }
}

/** Coalesces the visible text of a model call into writes at most every `flushMs`, one after another. */
export class StreamWriter {
  private readonly wellFormed = createWellFormedStream();
  private readonly thoughts = createThinkingFilter();
  private readonly appended: MetaFilter | undefined;
  private readonly said: Said = { visible: '', thinking: '', meta: '', hasStrayMeta: false };
  /** UTF-16 units of the visible text that are written, or on their way. */
  private written = 0;
  private timer: NodeJS.Timeout | undefined;
  private writing = Promise.resolve();
  private hasFailed = false;

  constructor(private readonly options: StreamWriterOptions) {
    this.appended = options.meta && createMetaFilter(options.meta);
  }

  push(delta: string): void {
    this.take(this.thoughts.push(this.wellFormed.push(delta)));
    if (this.said.visible.length > this.written)
      this.timer ??= setTimeout(() => this.flush(), this.options.flushMs);
  }

  /** Ends the text: what was held back joins it, and pending writes are waited for. What no timer had taken stays unwritten. */
  async end(): Promise<Said> {
    clearTimeout(this.timer);
    this.take(this.thoughts.push(this.wellFormed.end()));
    this.take(this.thoughts.end());
    if (this.appended !== undefined) {
      const { isStray, ...rest } = this.appended.end();
      this.show(rest);
      this.said.hasStrayMeta = isStray;
    }
    await this.writing;
    return { ...this.said };
  }

  /** Visible and thought. */
  get characters(): number {
    return this.said.visible.length + this.said.thinking.length;
  }

  /** Some of the visible text was written for readers. */
  get hasWritten(): boolean {
    return this.written > 0;
  }

  private take({ visible, thinking }: { visible: string; thinking: string }): void {
    this.said.thinking += thinking;
    this.show(this.appended?.push(visible) ?? { visible, meta: '' });
  }

  private show({ visible, meta }: MetaSplit): void {
    this.said.visible += visible;
    this.said.meta += meta;
  }

  private flush(): void {
    this.timer = undefined;
    this.writing = this.writing.then(() => this.writeRest());
  }

  private async writeRest(): Promise<void> {
    const { visible } = this.said;
    if (this.hasFailed || visible.length === this.written) return;
    const start = this.written;
    this.written = visible.length;
    try {
      if (!(await this.options.write(start, visible.slice(start)))) throw new SupersededError();
    } catch (error) {
      this.hasFailed = true;
      this.options.onFailure(error);
    }
  }
}
