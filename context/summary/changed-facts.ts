import type { Fact } from './fact.js';
import { normalizeValue } from './normalize-value.js';

const LEAST_SHARE = 0.6;
const LEAST_WORDS = 2;
const FRAME =
  /^(?:a|an|the|my|our|is|are|was|were|be|it|its|on|at|in|of|for|to|and|so|now|new|old|by|from|uses?|we|i|they|has|have|will|instead|currently|changed|moved|again|already|then)$/;

export interface ChangedFact<One extends Fact> {
  newest: One;
  before: One[];
}

/** Misses a rephrased fact. */
export function findChangedFacts<One extends Fact>(facts: readonly One[]): ChangedFact<One>[] {
  const known = facts
    .map((fact) => ({ fact, words: readWords(fact) }))
    .filter(({ words }) => words.size >= LEAST_WORDS);
  const changed: ChangedFact<One>[] = [];
  const taken = new Set<One>();
  for (const one of known.toSorted((a, b) => b.fact.seq - a.fact.seq || b.fact.ordinal - a.fact.ordinal)) {
    if (taken.has(one.fact)) continue;
    const before = known
      .filter(
        ({ fact, words }) => !taken.has(fact) && isChanged(one.fact, fact) && isSameThing(one.words, words),
      )
      .map(({ fact }) => fact)
      .toSorted((a, b) => b.seq - a.seq);
    if (before.length === 0) continue;
    for (const fact of [one.fact, ...before]) taken.add(fact);
    changed.push({ newest: one.fact, before });
  }
  return changed;
}

function isChanged(newest: Fact, other: Fact): boolean {
  return other.seq < newest.seq && normalizeValue(other.value) !== normalizeValue(newest.value);
}

function readWords({ clause, value }: Fact): Set<string> {
  const at = clause.indexOf(value);
  // The value alone may be incomplete, as in `12 Rose Lane`.
  if (listWords(clause.slice(at + value.length)).length > 0) return new Set();
  return new Set(listWords(clause.slice(0, Math.max(0, at))));
}

/** A single different word may mean a different thing. */
function isSameThing(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [fewer, more] = one.size <= other.size ? [one, other] : [other, one];
  return fewer.size / more.size >= LEAST_SHARE && [...fewer].every((word) => more.has(word));
}

function listWords(text: string): string[] {
  return (normalizeValue(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !FRAME.test(word));
}
