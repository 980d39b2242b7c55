import type { ListedBranch } from '../../../views/conversation.js';

export interface Version {
  turnId: string;
  branch: number;
}

type Begun = Pick<ListedBranch, 'number' | 'parent' | 'turnId' | 'ofTurnId'>;

/**
 * Lists the turn and all turns that it replaces or that replace it, oldest first. Empty if it is the only
 * one.
 */
export function listVersions(branches: readonly Begun[], turnId: string): Version[] {
  const byTurn = new Map(branches.map((branch) => [branch.turnId, branch]));
  // Terminates, because a turn replaces only older ones.
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
