import type { TurnEvent } from '../../client/stream/stream-events.js';
import { formatDuration } from '../format/format-values.js';
import { oneLine, printable } from '../format/printable.js';
import type { Style } from '../format/style.js';

export interface TurnPrinterOptions {
  write: (text: string) => void;
  /** Takes the sentence about a turn without an answer; default: `write`, as a line. */
  complain?: (sentence: string) => void;
  style: Style;
  /** Says how a question is answered; default: by the next message. */
  howToAnswer?: (question: Question) => string;
}

/** A node asks a person. */
export type Question = Extract<TurnEvent, { type: 'approval' }>;

/** Characters of a tool's input or output that are shown. */
const TOOL_CHARACTERS = 160;

/**
 * Shows a turn as it happens: text as it comes, tools as short lines, a new attempt as such. Returns what
 * takes the events.
 */
export function createTurnPrinter({
  write,
  complain,
  style,
  howToAnswer = () => 'your next message answers: yes confirms, anything else cancels',
}: TurnPrinterOptions): (event: TurnEvent) => void {
  let isLineOpen = false;
  let hasText = false;
  // A delta may end in the middle of a character that takes two UTF-16 units.
  let half = '';

  return (event) => {
    switch (event.type) {
      case 'started':
        return;
      case 'text-delta':
        return text(event.text);
      case 'tool-call':
        hasText = false;
        return line(style.dim(`· ${oneLine(event.name)} ${asText(event.input)}`));
      case 'tool-result':
        return line(style.dim(`  ${event.isError ? 'failed: ' : '→ '}${asText(event.output)}`));
      case 'compaction':
        return line(style.dim(`· ${compactionWords(event)}`));
      case 'node':
        hasText = false;
        return line(style.dim(`· ${nodeWords(event)}`));
      case 'approval':
        line(`${style.yellow('?')} ${printable(event.prompt)}`);
        return line(style.dim(`  ${oneLine(howToAnswer(event))}`));
      case 'reset':
        hasText = false;
        half = '';
        return line(style.yellow('(a new attempt: the answer begins again)'));
      case 'done':
        if (!hasText) text(event.text);
        return endLine();
      case 'failed':
        return end(style.red(`Failed: ${oneLine(event.message)} (${oneLine(event.errorType)})`));
      case 'cancelled':
        return end(style.yellow('(cancelled)'));
    }
  };

  function text(delta: string): void {
    const joined = half + delta;
    half = /[\uD800-\uDBFF]$/.test(joined) ? joined.slice(-1) : '';
    const shown = printable(half === '' ? joined : joined.slice(0, -1));
    if (shown === '') return;
    write(shown);
    hasText = true;
    isLineOpen = !shown.endsWith('\n');
  }
  function line(words: string): void {
    endLine();
    write(`${words}\n`);
  }
  function end(words: string): void {
    if (complain === undefined) return line(words);
    endLine();
    complain(words);
  }
  function endLine(): void {
    if (isLineOpen) write('\n');
    isLineOpen = false;
  }
}

function asText(value: unknown): string {
  const words = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return oneLine(words, TOOL_CHARACTERS);
}

function nodeWords({ nodeId, kind, status, items, ...event }: Extract<TurnEvent, { type: 'node' }>): string {
  const progress = items === undefined ? '' : `, ${items.done} of ${items.total} items`;
  const name = `${oneLine(nodeId)} (${oneLine(kind)}) ${status}${progress}`;
  if (status === 'running' || status === 'waiting') return name;
  const { waitedMs, durationMs } = event;
  return `${name} after ${formatDuration(durationMs + waitedMs)}${waitedMs > 0 ? ' of waiting' : ''}`;
}

function compactionWords(event: Extract<TurnEvent, { type: 'compaction' }>): string {
  const { status, tokensBefore, tokensAfter, reason } = event;
  if (status === 'adopted') return `the history was summarized: ${tokensBefore} tokens became ${tokensAfter}`;
  return `the history was not summarized (${oneLine(reason ?? status)})`;
}
