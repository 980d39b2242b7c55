import type { TurnEvent } from '../../client/stream/turn-events.js';
import { answerByName, nameApprovers } from '../../protocol/approvers.js';
import { formatDuration, formatWork } from '../format/format-values.js';
import { describeCutOff } from '../format/describe-cut-off.js';
import { oneLine, printable } from '../format/printable.js';
import type { Style } from '../format/style.js';

interface TurnPrinterOptions {
  write: (text: string) => void;
  /** Receives why an answer is incomplete. */
  complain?: (sentence: string) => void;
  style: Style;
  /** If complaints go elsewhere. Default: `style`. */
  complaintStyle?: Style;
  howToAnswer?: (question: EventOf<'approval'>) => string;
}

type EventOf<Type extends TurnEvent['type']> = Extract<TurnEvent, { type: Type }>;

const TOOL_CHARACTERS = 160;

export class TurnPrinter {
  readonly #options: TurnPrinterOptions;
  #isLineOpen = false;
  #hasText = false;
  #isThinking = false;
  /** Half of a surrogate pair, until the other half arrives. */
  #half = '';

  constructor(options: TurnPrinterOptions) {
    this.#options = options;
  }

  print(event: TurnEvent): void {
    const { style, complaintStyle = style } = this.#options;
    if (event.type !== 'reasoning-delta') this.#endThoughts();
    switch (event.type) {
      case 'started':
        return;
      case 'queued':
        return this.#printLine(style.dim(`· ${describeQueued(event)}`));
      case 'text-delta':
        return this.#printText(event.text);
      case 'reasoning-delta':
        return this.#printThoughts(event.text);
      case 'tool-call':
        this.#hasText = false;
        return this.#printLine(style.dim(`· ${oneLine(event.name)} ${describeValue(event.input)}`));
      case 'tool-result':
        return this.#printLine(
          style.dim(`  ${event.isError ? 'failed: ' : '→ '}${describeValue(event.output)}`),
        );
      case 'tool-progress':
        return this.#printLine(style.dim(`  … ${oneLine(event.text, TOOL_CHARACTERS)}`));
      case 'steered':
        this.#hasText = false;
        for (const { text } of event.messages) this.#printLine(style.dim(`· joined: ${oneLine(text)}`));
        return;
      case 'fallback':
        this.#hasText = false;
        return this.#printLine(
          style.yellow(`· ${oneLine(event.to)} replaces ${oneLine(event.from)}: ${oneLine(event.message)}`),
        );
      case 'compaction':
        return this.#printLine(style.dim(`· ${describeCompaction(event)}`));
      case 'node':
        this.#hasText = false;
        return this.#printLine(style.dim(`· ${describeNode(event)}`));
      case 'approval':
        return this.#printQuestion(event);
      case 'reset':
        this.#hasText = false;
        this.#half = '';
        return this.#printLine(style.yellow('(retrying: the answer starts again)'));
      case 'done':
        if (!this.#hasText) this.#printText(event.text);
        if (!event.finishReason) return this.#endLine();
        return this.#complain(complaintStyle.yellow(describeCutOff(event.finishReason)));
      case 'failed':
        return this.#complain(
          complaintStyle.red(`Failed: ${oneLine(event.message)} (${oneLine(event.errorType)})`),
        );
      case 'cancelled':
        return this.#complain(complaintStyle.yellow('(canceled)'));
    }
  }

  #printText(delta: string): void {
    const shown = this.#takeWhole(delta);
    if (shown === '') return;
    this.#options.write(shown);
    this.#hasText = true;
    this.#isLineOpen = !shown.endsWith('\n');
  }

  #printThoughts(delta: string): void {
    const { style, write } = this.#options;
    const shown = this.#takeWhole(delta);
    if (shown === '') return;
    if (!this.#isThinking) this.#endLine();
    write(style.dim(`${this.#isThinking ? '' : '· thinks: '}${shown}`));
    this.#isThinking = true;
    this.#isLineOpen = !shown.endsWith('\n');
  }

  #endThoughts(): void {
    if (this.#isThinking) this.#endLine();
    this.#isThinking = false;
  }

  #takeWhole(delta: string): string {
    const joined = this.#half + delta;
    this.#half = /[\uD800-\uDBFF]$/.test(joined) ? joined.slice(-1) : '';
    return printable(this.#half === '' ? joined : joined.slice(0, -1));
  }

  #printQuestion(event: EventOf<'approval'>): void {
    const { style, howToAnswer } = this.#options;
    const how = howToAnswer?.(event) ?? describeHow(event);
    this.#printLine(`${style.yellow('?')} ${printable(event.prompt)}`);
    this.#printLine(style.dim(`  ${oneLine(how)}`));
  }

  #complain(sentence: string): void {
    const { complain } = this.#options;
    if (!complain) return this.#printLine(sentence);
    this.#endLine();
    complain(sentence);
  }

  #printLine(words: string): void {
    this.#endLine();
    this.#options.write(`${words}\n`);
  }

  #endLine(): void {
    if (this.#isLineOpen) this.#options.write('\n');
    this.#isLineOpen = false;
  }
}

function describeHow({ call, approvers, name, isOneOfSeveral }: EventOf<'approval'>): string {
  if (approvers !== null) return `waiting for approval by ${nameApprovers(approvers)}`;
  if (isOneOfSeveral) return answerByName(name);
  const how =
    call === null
      ? 'yes confirms, anything else cancels'
      : 'yes runs it, a JSON object runs it with that input, anything else denies it';
  return `${name}: your next message answers: ${how}`;
}

function describeQueued({ ahead }: EventOf<'queued'>): string {
  if (ahead === 0) return 'waiting for a worker';
  return `waiting behind ${ahead} other ${ahead === 1 ? 'message' : 'messages'}`;
}

function describeValue(value: unknown): string {
  const words = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return oneLine(words, TOOL_CHARACTERS);
}

function describeNode({ nodeId, kind, status, items, ...event }: EventOf<'node'>): string {
  const progress = items ? `, ${items.done} of ${items.total} items` : '';
  const name = `${oneLine(nodeId)} (${oneLine(kind)}) ${status}${progress}`;
  if (status === 'running' || status === 'waiting') return name;
  const { waitedMs, durationMs } = event;
  const onlyWaited = waitedMs > 0 && durationMs === 0;
  return `${name} after ${onlyWaited ? `${formatDuration(waitedMs)} of waiting` : formatWork(event)}`;
}

function describeCompaction(event: EventOf<'compaction'>): string {
  const { status, tokensBefore, tokensAfter, reason } = event;
  if (status === 'adopted') return `history summarized: ${tokensBefore} tokens became ${tokensAfter}`;
  return `history not summarized (${oneLine(reason ?? status)})`;
}
