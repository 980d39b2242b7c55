import { createThinkingFilter } from '../../../context/hygiene/hide-thinking.js';
import { watchHidden } from '../../../context/summary/hidden-limit.js';
import { createMetaFilter, type MetaFilter, type MetaSplit } from '../../../context/summary/hide-meta.js';
import { createWellFormedStream } from '../../../context/text/well-formed.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import type { StreamedPiece } from '../../../store/calls/stream-chunks.js';

export interface StreamWriterOptions {
  /** Absent: nothing is written. */
  flushMs?: number;
  /** A summary was asked for with the answer, under this key; what the model appends for it is kept from readers. */
  meta?: { readonly key?: string | undefined; readonly budget: number } | undefined;
  /** Writes what was said since the last write; false: a newer attempt has taken the call. */
  write: (piece: StreamedPiece) => Promise<boolean>;
  /** Called once when a write fails or is refused; nothing is written after it. */
  onFailure: (error: unknown) => void;
}

/** All that a call said, parted by who it is for. */
export interface Said {
  /** The text that readers see. */
  visible: string;
  /** The model's thoughts between think tags. */
  thinking: string;
  /** The model's thoughts that its provider tells as such. */
  reasoning: string;
  /** The thoughts between tags came before those that the provider told. */
  isTaggedFirst: boolean;
  /** The summary that was appended for the conversation. */
  meta: string;
  /** A block was appended without the key of its call; it is neither shown nor believed. */
  hasStrayMeta: boolean;
}

export const NOTHING_SAID: Readonly<Said> = {
  visible: '',
  thinking: '',
  reasoning: '',
  isTaggedFirst: false,
  meta: '',
  hasStrayMeta: false,
};

/** A write was refused because a newer attempt has taken the call. */
export class SupersededError extends Error {
  constructor() {
    super('A newer attempt has taken this model call');
    this.name = 'SupersededError';
  }
}

/** Coalesces the visible text and the thoughts of a model call into writes at most every `flushMs`, one after another. */
export class StreamWriter {
  private readonly wellFormed = createWellFormedStream();
  private readonly thoughts = createThinkingFilter();
  private readonly appended: MetaFilter | undefined;
  private readonly toldThoughts = createWellFormedStream();
  private readonly said: Said = { ...NOTHING_SAID };
  /** UTF-16 units of the visible text and of the thoughts that are written, or on their way. */
  private readonly written = { visible: 0, thoughts: 0 };
  private readonly isOverrun: ReturnType<typeof watchHidden> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private writing = Promise.resolve();
  private hasFailed = false;

  constructor(private readonly options: StreamWriterOptions) {
    const { meta } = options;
    this.appended = meta && createMetaFilter(meta);
    this.isOverrun = meta && watchHidden({ budget: meta.budget, countText: countTextTokens });
  }

  push(delta: string): void {
    this.take(this.thoughts.push(this.wellFormed.push(delta)));
    this.plan();
  }

  /** More was written for the summary, out of a reader's sight, than may be. */
  get hasOverrun(): boolean {
    const { isOverrun, appended } = this;
    if (isOverrun === undefined || appended === undefined) return false;
    const { heldCharacters } = appended;
    return isOverrun({ meta: this.said.meta, heldCharacters, readHeld: () => appended.readHeld() });
  }

  /** Takes thoughts that the provider tells as such. */
  think(delta: string): void {
    this.said.reasoning += this.toldThoughts.push(delta);
    this.plan();
  }

  /** Ends the text: what was held back joins it, and pending writes are waited for. What no timer had taken stays unwritten. */
  async end(): Promise<Said> {
    clearTimeout(this.timer);
    this.take(this.thoughts.push(this.wellFormed.end()));
    this.take(this.thoughts.end());
    this.said.reasoning += this.toldThoughts.end();
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
    return this.said.visible.length + this.said.thinking.length + this.said.reasoning.length;
  }

  /** Something was written for readers. */
  get hasWritten(): boolean {
    return this.written.visible > 0 || this.written.thoughts > 0;
  }

  /**
   * The thoughts that can be written. Where a model thinks in both ways, those of the way that came second wait for the
   * stored message, which has them after the others.
   */
  private get firstThoughts(): string {
    return this.said.isTaggedFirst ? this.said.thinking : this.said.reasoning;
  }

  private plan(): void {
    const { written, options } = this;
    if (options.flushMs === undefined) return;
    if (this.said.visible.length > written.visible || this.firstThoughts.length > written.thoughts)
      this.timer ??= setTimeout(() => this.flush(), options.flushMs);
  }

  private take({ visible, thinking }: { visible: string; thinking: string }): void {
    if (thinking !== '' && this.said.reasoning === '') this.said.isTaggedFirst = true;
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
    const thoughts = this.firstThoughts;
    const { visible: startOffset, thoughts: reasoningOffset } = this.written;
    const text = visible.slice(startOffset);
    const reasoning = thoughts.slice(reasoningOffset);
    if (this.hasFailed || (text === '' && reasoning === '')) return;
    this.written.visible = visible.length;
    this.written.thoughts = thoughts.length;
    try {
      const isWritten = await this.options.write({ startOffset, text, reasoningOffset, reasoning });
      if (!isWritten) throw new SupersededError();
    } catch (error) {
      this.hasFailed = true;
      this.options.onFailure(error);
    }
  }
}
