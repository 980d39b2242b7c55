import { MEMORY_READERS } from '../../protocol/memory-kinds.js';
import { listResults, type ContextEntry, type LeftOut, type ToolOutput } from '../message/entries.js';
import type { LeftRange, LeftRule } from '../message/left.js';
import type { ContextPlan } from '../plan/plan-context.js';
import { countResultPictures } from '../results/lift-pictures.js';
import type { ResultPlace, SentPictures, SentPointer } from '../sent/kind.js';
import { PLACED_KINDS, SENT_KINDS, type MessageReference, type SentItem } from '../sent/sent-kinds.js';
import type { Remember } from '../text/text-memory.js';

export interface PlannedItems {
  sent: SentItem[];
  pointers?: SentPointer[] | undefined;
  pictures?: SentPictures[] | undefined;
  facts?: ResultPlace[] | undefined;
  left: LeftRange[];
}

export interface ToManifestInput {
  plan: Pick<ContextPlan, 'entries' | 'left' | 'cut'>;
  references: readonly MessageReference[];
  originals: readonly ContextEntry[];
  turnStart: number;
  leadIn?: readonly SentItem[];
  liftsPictures?: boolean;
  memory: Remember;
}

/** Merges adjacent messages to keep the record small. */
export function toManifest(input: ToManifestInput): PlannedItems {
  const { plan, references } = input;
  const places = plan.entries.map((entry) => {
    const reference = references[entry.index];
    if (!reference) throw new Error(`Planned message ${entry.index} is not stored`);
    return { entry, reference };
  });
  const items = places.map((place) => toItem(place, input));
  const question = plan.entries.findIndex(({ index }) => index >= input.turnStart);
  const sent = items.toSpliced(question < 0 ? items.length : question, 0, ...(input.leadIn ?? []));
  const evicted = new Set(plan.left.flatMap(({ index, rule }) => (rule === 'evicted' ? [index] : [])));
  const pointers = places.flatMap((place) => toPointer(place, { ...input, evicted }));
  return {
    sent: joinItems(sent),
    pointers: pointers.length > 0 ? pointers : undefined,
    pictures: input.liftsPictures ? toPictures(places) : undefined,
    facts: toFacts(places),
    left: toRanges(plan.left, references),
  };
}

interface PlacedEntry {
  entry: ContextEntry;
  reference: MessageReference;
}

function toItem(
  { entry: { index, tokens }, reference }: PlacedEntry,
  { plan, turnStart, memory }: ToManifestInput,
): SentItem {
  const cut = index === turnStart ? plan.cut : undefined;
  return PLACED_KINDS[reference.from].remember(reference, { tokens, cut, memory });
}

function joinItems(items: readonly SentItem[]): SentItem[] {
  const joined: SentItem[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    const one = last?.from === item.from ? SENT_KINDS[item.from].join?.(last, item) : undefined;
    if (!one) joined.push(item);
    else joined[joined.length - 1] = one;
  }
  return joined;
}

function toPointer(
  { entry, reference }: PlacedEntry,
  { originals, memory, evicted }: ToManifestInput & { evicted: ReadonlySet<number> },
): SentPointer[] {
  // An ordinal of 0 is a result that a repair added; rendering adds it again.
  if (reference.from !== 'trace' || reference.ordinal === 0) return [];
  const { step, ordinal } = reference;
  const pointer = findPointer(entry, { original: originals[entry.index], isOld: evicted.has(entry.index) });
  if (!pointer) return [];
  return [{ step, ordinal, text: memory.keep(pointer.text), tokens: entry.tokens, rule: pointer.rule }];
}

function toPictures(places: readonly PlacedEntry[]): SentPictures[] | undefined {
  const pictures = places.flatMap(({ entry: { message, tokens }, reference }) => {
    const count = countResultPictures(message);
    if (reference.from !== 'trace' || count === 0) return [];
    return [{ step: reference.step, ordinal: reference.ordinal, count, tokens }];
  });
  return pictures.length > 0 ? pictures : undefined;
}

/** Skips results that pointers replace, whose output is only text. */
function toFacts(places: readonly PlacedEntry[]): ResultPlace[] | undefined {
  const facts = places.flatMap(({ entry, reference }): ResultPlace[] => {
    const [result] = listResults(entry.message);
    if (reference.from !== 'trace' || result?.output.type !== 'json') return [];
    const isMemory = MEMORY_READERS.some((tool) => tool === result.toolName);
    return isMemory ? [[reference.step, reference.ordinal]] : [];
  });
  return facts.length > 0 ? facts : undefined;
}

function findPointer(
  entry: ContextEntry,
  { original, isOld }: { original: ContextEntry | undefined; isOld: boolean },
): { text: string; rule: SentPointer['rule'] } | undefined {
  const [result] = listResults(entry.message);
  const [whole] = original ? listResults(original.message) : [];
  if (!result || result.output === whole?.output) return undefined;
  const { output } = result;
  return {
    text: pointerText(output),
    // A result whose pictures were replaced counts as spilled, regardless of its age.
    rule: isOld && (output.type === 'content' || whole?.output.type !== 'content') ? 'evicted' : 'spilled',
  };
}

function pointerText(output: ToolOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'execution-denied':
      return output.reason ?? '';
    case 'content':
      return output.value.flatMap((part) => (part.type === 'text' ? [part.text] : []))[0] ?? '';
    default:
      return '';
  }
}

function toRanges(left: readonly LeftOut[], references: readonly MessageReference[]): LeftRange[] {
  const ranges: LeftRange[] = [];
  const newest = new Map<LeftRule, LeftRange>();
  for (const { index, rule, tokens } of [...left].sort((one, other) => one.index - other.index)) {
    const reference = references[index];
    if (!reference) continue;
    const { from, place } = PLACED_KINDS[reference.from].locate(reference);
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
