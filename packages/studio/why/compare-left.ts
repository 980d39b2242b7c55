import type { PlanFigures } from '../../../context/explain/explanation.js';

export interface LeftDifference {
  words: string;
  was: number;
  would: number;
}

type Left = readonly Pick<PlanFigures['left'][number], 'rule' | 'words' | 'messages'>[];

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
