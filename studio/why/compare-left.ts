import type { PlanFigures } from '../../context/explain/plan-figures.js';

/** The messages that a rule left out of a call, and those that it would leave out of it under other settings. */
export interface LeftDifference {
  words: string;
  was: number;
  would: number;
}

type Left = readonly Pick<PlanFigures['left'][number], 'rule' | 'words' | 'messages'>[];

/** Compares the messages that two plans of a call leave out, by rule; those of the second plan come first. */
export function compareLeft(was: Left, would: Left): LeftDifference[] {
  const before = new Map(was.map((one) => [one.rule, one]));
  const after = new Map(would.map((one) => [one.rule, one]));
  return [...after.values(), ...[...before.values()].filter(({ rule }) => !after.has(rule))].map(
    ({ rule, words }) => ({
      words,
      was: before.get(rule)?.messages ?? 0,
      would: after.get(rule)?.messages ?? 0,
    }),
  );
}
