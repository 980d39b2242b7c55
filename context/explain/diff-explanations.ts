import { groupBy } from '../../protocol/group-by.js';
import type { Arithmetic, ExplainedMessage, ExplainedRange, Explanation } from './explanation.js';
import type { ExplanationDiff } from './explanation-diff.js';

export interface DiffExplanationsInput {
  first: Explanation;
  second: Explanation;
  /** In different threads, `message 3` is another message. */
  sharesThread?: boolean;
  sharesSteps?: boolean;
}

export function diffExplanations(input: DiffExplanationsInput): ExplanationDiff {
  const { first, second } = input;
  const isShared = (from: string): boolean =>
    from === 'conversation' || from === 'ancestor'
      ? input.sharesThread !== false
      : input.sharesSteps !== false;
  const messages = diffLists<ExplainedMessage>(first.messages, second.messages, {
    keyOf: ({ place, name, text }) => (isOurs(place) ? `${name} ${text}` : name),
    isShared: ({ place }) => isShared(place.from),
    isTwin: isSameMessage,
    isSame: (one, other) => one.tokens === other.tokens && isDeepEqual(one.form, other.form),
  });
  const left = diffLists<ExplainedRange>(first.left, second.left, {
    keyOf: ({ rule, from, depth = 0, first: start }) => `${rule} ${from} ${depth} ${start}`,
    isShared: ({ from }) => isShared(from),
    isSame: isDeepEqual,
  });
  return {
    arithmetic: diffArithmetic(first.arithmetic, second.arithmetic),
    isSystemChanged: first.system?.hash !== second.system?.hash,
    tools: diffTools(first.tools, second.tools),
    messages,
    left: { onlyInFirst: left.onlyInFirst, onlyInSecond: left.onlyInSecond, changed: left.changed },
  };
}

const FIGURES = [
  'window',
  'reserve',
  'systemTokens',
  'toolTokens',
  'budget',
  'tokens',
  'free',
  'budgetShare',
  'tokenFactor',
] as const satisfies readonly (keyof Arithmetic)[];

function diffArithmetic(first: Arithmetic | null, second: Arithmetic | null): ExplanationDiff['arithmetic'] {
  return FIGURES.map((name) => ({
    name,
    first: first?.[name] ?? null,
    second: second?.[name] ?? null,
  })).filter((figure) => figure.first !== figure.second);
}

function diffTools(first: Explanation['tools'], second: Explanation['tools']): ExplanationDiff['tools'] {
  const [one, other] = [first?.names ?? [], second?.names ?? []];
  return {
    isChanged: first?.hash !== second?.hash || first?.mayCall !== second?.mayCall,
    onlyInFirst: one.filter((name) => !other.includes(name)),
    onlyInSecond: other.filter((name) => !one.includes(name)),
  };
}

interface ListDiff<Item> {
  onlyInFirst: Item[];
  onlyInSecond: Item[];
  changed: { first: Item; second: Item }[];
  same: number;
}

function diffLists<Item>(
  first: readonly Item[],
  second: readonly Item[],
  how: {
    keyOf: (item: Item) => string;
    isShared: (item: Item) => boolean;
    isTwin?: (one: Item, other: Item) => boolean;
    isSame: (one: Item, other: Item) => boolean;
  },
): ListDiff<Item> {
  const diff: ListDiff<Item> = { onlyInFirst: [], onlyInSecond: [], changed: [], same: 0 };
  const unmatched = new Set(second);
  const shared = groupBy(second.filter(how.isShared), how.keyOf);
  for (const item of first) {
    const twins = how.isShared(item) ? (shared.get(how.keyOf(item)) ?? []) : [];
    const twin = twins.find((one) => unmatched.has(one) && (how.isTwin?.(item, one) ?? true));
    if (twin === undefined) {
      diff.onlyInFirst.push(item);
      continue;
    }
    unmatched.delete(twin);
    if (how.isSame(item, twin)) diff.same += 1;
    else diff.changed.push({ first: item, second: twin });
  }
  return { ...diff, onlyInSecond: [...unmatched] };
}

/** Compares the texts too, because a reopened thread reuses positions. */
function isSameMessage(one: ExplainedMessage, other: ExplainedMessage): boolean {
  if (one.place.from !== 'conversation') return true;
  return one.role === other.role && (one.text.startsWith(other.text) || other.text.startsWith(one.text));
}

function isDeepEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Texts that Threadline adds have no place, so their text identifies them. A summary request differs in its
 * key.
 */
function isOurs({ from, ...place }: ExplainedMessage['place']): boolean {
  return Object.keys(place).length === 0 && from !== 'directive';
}
