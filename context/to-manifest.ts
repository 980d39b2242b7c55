import type { ContextEntry, LeftOut, ToolOutput } from './entries.js';
import { resultsOf } from './entries.js';
import type { LeftRange, LeftRule, SentItem, SentPointer } from './manifest.js';
import type { ContextPlan } from './plan-context.js';

/** Where a planned message is stored. */
export type MessageReference =
  | { from: 'conversation'; seq: number }
  | { from: 'input' }
  /** What a node asks; stored by its hash. */
  | { from: 'prompt'; text: string }
  /** What another node answered, at a step of its own. */
  | { from: 'answer'; step: number }
  /** A text of ours between the others; stored by its hash. */
  | { from: 'aside'; text: string }
  | { from: 'trace'; step: number; ordinal: number };

/** What of a manifest refers to messages. */
export interface ManifestReferences {
  sent: SentItem[];
  pointers: SentPointer[];
  left: LeftRange[];
}

/**
 * A plan as references to rows: neighbours that are sent, or left out by one rule, are one range, so that the
 * record does not grow with the chat. `remember` takes a text of ours and gives its hash.
 */
export function toManifest(input: {
  plan: Pick<ContextPlan, 'entries' | 'left' | 'cut'>;
  /** By the entries' indices. */
  references: readonly MessageReference[];
  /** What was planned from, by index, to see what is shown as a pointer. */
  originals: readonly ContextEntry[];
  /** Index of the turn's own message. */
  turnStart: number;
  remember: (text: string) => string;
}): ManifestReferences {
  const { plan, references, originals, turnStart, remember } = input;
  const sent: SentItem[] = [];
  const pointers: SentPointer[] = [];
  const evicted = new Set(plan.left.flatMap(({ index, rule }) => (rule === 'evicted' ? [index] : [])));
  for (const entry of plan.entries) {
    const reference = references[entry.index];
    if (reference === undefined) throw new Error(`Planned message ${entry.index} is stored nowhere`);
    addSent(entry, reference);
    if (reference.from !== 'trace' || reference.ordinal === 0) continue; // a repair's own result is repaired again
    const pointer = pointerOf(entry, { original: originals[entry.index], isOld: evicted.has(entry.index) });
    if (pointer !== undefined)
      pointers.push({
        step: reference.step,
        ordinal: reference.ordinal,
        text: remember(pointer.text),
        tokens: entry.tokens,
        rule: pointer.rule,
      });
  }
  return { sent, pointers, left: toRanges(plan.left, references) };

  function addSent({ index, tokens }: ContextEntry, reference: MessageReference): void {
    const cut =
      index === turnStart && plan.cut !== undefined
        ? { cut: { head: plan.cut.head, tail: plan.cut.tail, marker: remember(plan.cut.marker) } }
        : {};
    const last = sent.at(-1);
    switch (reference.from) {
      case 'input':
        sent.push({ from: 'input', tokens, ...cut });
        return;
      case 'prompt':
        sent.push({ from: 'prompt', text: remember(reference.text), tokens, ...cut });
        return;
      case 'aside':
        sent.push({ from: 'aside', text: remember(reference.text), tokens });
        return;
      case 'answer': {
        const { step } = reference;
        if (last?.from === 'answers')
          sent[sent.length - 1] = { ...last, steps: [...last.steps, step], tokens: last.tokens + tokens };
        else sent.push({ from: 'answers', steps: [step], tokens });
        return;
      }
      case 'conversation': {
        const { seq } = reference;
        if (last?.from === 'conversation' && last.last === seq - 1 && !('cut' in cut))
          sent[sent.length - 1] = { ...last, last: seq, tokens: last.tokens + tokens };
        else sent.push({ from: 'conversation', first: seq, last: seq, tokens, ...cut });
        return;
      }
      case 'trace': {
        const { step } = reference;
        // Steps between two that are sent were calls without a message: nothing of them is left out.
        if (last?.from === 'trace')
          sent[sent.length - 1] = { ...last, last: step, tokens: last.tokens + tokens };
        else sent.push({ from: 'trace', first: step, last: step, tokens });
      }
    }
  }
}

function pointerOf(
  entry: ContextEntry,
  { original, isOld }: { original: ContextEntry | undefined; isOld: boolean },
): { text: string; rule: SentPointer['rule'] } | undefined {
  const [result] = resultsOf(entry.message);
  const [whole] = original === undefined ? [] : resultsOf(original.message);
  if (result === undefined || result.output === whole?.output) return undefined;
  const { output } = result;
  return {
    text: textOf(output),
    // Pictures that did not stay were spilled with their text, however old that is by now.
    rule: isOld && (output.type === 'content' || whole?.output.type !== 'content') ? 'evicted' : 'spilled',
  };
}

function textOf(output: ToolOutput): string {
  if (output.type === 'content')
    return output.value.flatMap((part) => (part.type === 'text' ? [part.text] : []))[0] ?? '';
  return output.type === 'text' || output.type === 'error-text'
    ? output.value
    : output.type === 'execution-denied'
      ? (output.reason ?? '')
      : '';
}

function toRanges(left: readonly LeftOut[], references: readonly MessageReference[]): LeftRange[] {
  const ranges: LeftRange[] = [];
  const newest = new Map<LeftRule, LeftRange>();
  for (const { index, rule, tokens } of [...left].sort((one, other) => one.index - other.index)) {
    const reference = references[index];
    if (reference === undefined) continue;
    const { from, place } = rangePlace(reference);
    const last = newest.get(rule);
    if (last?.from === from && place - last.last <= 1) {
      last.last = place;
      last.count += 1;
      last.tokens += tokens;
      continue;
    }
    const range: LeftRange = { from, first: place, last: place, count: 1, tokens, rule };
    ranges.push(range);
    newest.set(rule, range);
  }
  return ranges;
}

function rangePlace(reference: MessageReference): { from: LeftRange['from']; place: number } {
  switch (reference.from) {
    case 'conversation':
      return { from: 'conversation', place: reference.seq };
    case 'trace':
    case 'answer':
      return { from: 'trace', place: reference.step };
    case 'input':
    case 'prompt':
    case 'aside':
      return { from: 'input', place: 0 };
  }
}
