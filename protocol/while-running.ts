/** The first value is the default. */
export const WHILE_RUNNING = ['queue', 'steer', 'interrupt'] as const;
/**
 * `queue`: answered after earlier turns. `steer`: joins the running turn's next model call, or waits in the
 * queue. `interrupt`: cancels the running turn and runs next, after messages that were to join that turn.
 */
export type WhileRunning = (typeof WHILE_RUNNING)[number];
export type QueueJump = Exclude<WhileRunning, 'queue'>;

/** Longer messages wait in the queue. */
export const MAX_STEER_CHARACTERS = 4_000;

export function whileRunningProblem(value: unknown): string | undefined {
  if (value === undefined || WHILE_RUNNING.some((mode) => mode === value)) return undefined;
  const shown = typeof value === 'string' ? `'${value.slice(0, 80)}'` : `of type ${typeof value}`;
  return `whileRunning ${shown} is not one of ${WHILE_RUNNING.join(', ')}`;
}
