import { quoteText } from './quote-text.js';
import { TrajectoryError } from './trajectory-error.js';
import type { TrajectoryOwner } from './trajectory-node.js';

/** Throws for names that rows or files cannot hold. */
export function checkOwner({ round, ...names }: TrajectoryOwner): void {
  checkRound(round);
  for (const [part, name] of Object.entries(names)) {
    if (typeof name !== 'string' || !name.isWellFormed() || name.includes('\u0000')) {
      throw new TrajectoryError(
        `The ${part} ${quoteText(String(name))} of a trajectory is not a text. Give well-formed text without NUL.`,
      );
    }
  }
}

export function checkRound(round: number): void {
  if (Number.isSafeInteger(round) && round >= 0) return;
  throw new TrajectoryError(`Round '${round}' of a trajectory is invalid. Give a whole number from 0.`);
}

export function agentKey({ user, session, subAgent }: TrajectoryOwner): string {
  return JSON.stringify([user, session, subAgent]);
}
