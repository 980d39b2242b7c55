import type { ListedBranch } from '../../store/branches/list-branches.js';

/** One of several turns in the same place, and the branch that has it. */
export interface Version {
  turnId: string;
  branch: number;
}

type Begun = Pick<ListedBranch, 'number' | 'parent' | 'turnId' | 'ofTurnId'>;

/** The turns in the place of a turn, oldest first, itself among them; empty: it is the only one. */
export function listVersions(branches: readonly Begun[], turnId: string): Version[] {
  const byTurn = new Map(branches.map((branch) => [branch.turnId, branch]));
  // A turn stands in place of an older one, so that this ends.
  const findFirst = (turn: string): string => {
    const of = byTurn.get(turn)?.ofTurnId ?? null;
    return of === null || of === turn ? turn : findFirst(of);
  };
  const first = findFirst(turnId);
  const later = branches.filter((branch) => branch.ofTurnId !== null && findFirst(branch.ofTurnId) === first);
  const home = later.find(({ ofTurnId }) => ofTurnId === first)?.parent ?? null;
  if (home === null) return [];
  return [
    { turnId: first, branch: home },
    ...later.flatMap(({ turnId: turn, number }) => (turn === null ? [] : { turnId: turn, branch: number })),
  ];
}
