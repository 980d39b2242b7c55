import { createThinkingFilter } from '../../../context/hygiene/hide-thinking.js';
import { watchHidden } from '../../../context/summary/hidden-limit.js';
import { createMetaFilter, type MetaFilter, type MetaSplit } from '../../../context/summary/hide-meta.js';
import { createWellFormedStream } from '../../../context/text/well-formed.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import type { StreamedPiece } from '../../../store/calls/stream-chunks.js';

export interface StreamWriterOptions {
  flushMs?: number;
  meta?: { readonly key?: string | undefined; readonly budget: number } | undefined;
  write: (piece: StreamedPiece) => Promise<boolean>;
  onFailure: (error: unknown) => void;
}

export interface StreamedText {
  visible: string;
  thinking: string;
  reasoning: string;
  isTaggedFirst: boolean;
  meta: string;
  /** A summary without the call's key is neither shown nor used. */
  hasStrayMeta: boolean;
}

export const NO_TEXT: Readonly<StreamedText> = {
  visible: '',
  thinking: '',
  reasoning: '',
  isTaggedFirst: false,
  meta: '',
  hasStrayMeta: false,
};

export class SupersededError extends Error {
  constructor() {
    super('A newer attempt has taken this model call');
    this.name = 'SupersededError';
  }
}

export class StreamWriter {
  private readonly wellFormed = createWellFormedStream();
  private readonly thoughts = createThinkingFilter();
  private readonly appended: MetaFilter | undefined;
  private readonly toldThoughts = createWellFormedStream();
  private readonly streamed: StreamedText = { ...NO_TEXT };
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

  get hasOverrun(): boolean {
    const { isOverrun, appended } = this;
    if (!isOverrun || !appended) return false;
    const { heldCharacters } = appended;
    return isOverrun({ meta: this.streamed.meta, heldCharacters, readHeld: () => appended.readHeld() });
  }

  think(delta: string): void {
    this.streamed.reasoning += this.toldThoughts.push(delta);
    this.plan();
  }

  async end(): Promise<StreamedText> {
    clearTimeout(this.timer);
    this.take(this.thoughts.push(this.wellFormed.end()));
    this.take(this.thoughts.end());
    this.streamed.reasoning += this.toldThoughts.end();
    if (this.appended) {
      const { isStray, ...rest } = this.appended.end();
      this.show(rest);
      this.streamed.hasStrayMeta = isStray;
    }
    await this.writing;
    return { ...this.streamed };
  }

  get characters(): number {
    return this.streamed.visible.length + this.streamed.thinking.length + this.streamed.reasoning.length;
  }

  get hasWritten(): boolean {
    return this.written.visible > 0 || this.written.thoughts > 0;
  }

  /** Only the first kind of thinking is streamed, because the stored message begins with it. */
  private get firstThoughts(): string {
    return this.streamed.isTaggedFirst ? this.streamed.thinking : this.streamed.reasoning;
  }

  private plan(): void {
    const { written, options } = this;
    if (options.flushMs === undefined) return;
    if (this.streamed.visible.length > written.visible || this.firstThoughts.length > written.thoughts)
      // The first delta is not delayed: a reader is waiting for it.
      this.timer ??= setTimeout(() => this.flush(), this.hasWritten ? options.flushMs : 0);
  }

  private take({ visible, thinking }: { visible: string; thinking: string }): void {
    if (thinking !== '' && this.streamed.reasoning === '') this.streamed.isTaggedFirst = true;
    this.streamed.thinking += thinking;
    this.show(this.appended?.push(visible) ?? { visible, meta: '' });
  }

  private show({ visible, meta }: MetaSplit): void {
    this.streamed.visible += visible;
    this.streamed.meta += meta;
  }

  private flush(): void {
    this.timer = undefined;
    this.writing = this.writing.then(() => this.writeRest());
  }

  private async writeRest(): Promise<void> {
    const { visible } = this.streamed;
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
