import type { TurnStatus } from '../../flow/execution/execution-status.js';
import { isFinal } from '../../flow/execution/execution-status.js';
import type { TurnKind } from '../../protocol/final-status.js';
import type { QueueJump } from '../../protocol/while-running.js';

interface SequencedTurn {
  kind: TurnKind;
  status: TurnStatus;
  whileRunning: QueueJump | null;
  order: number;
}

export function compareTurns(one: SequencedTurn, other: SequencedTurn): number {
  return rank(one) - rank(other) || one.order - other.order;
}

export function findSteered<Turn extends SequencedTurn>(turns: readonly Turn[]): Turn | undefined {
  const unfinished = turns.filter(({ kind, status }) => kind === 'message' && !isFinal(status));
  const interrupts = unfinished.filter(
    ({ status, whileRunning }) => status !== 'running' && whileRunning === 'interrupt',
  );
  return (interrupts.length > 0 ? interrupts : unfinished).sort(compareTurns)[0];
}

function rank({ status, whileRunning }: SequencedTurn): number {
  if (status === 'running') return 0;
  return whileRunning === 'interrupt' ? 1 : 2;
}
