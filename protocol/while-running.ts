/** The treatments of a message that arrives while a turn runs; the first is the default. */
export const WHILE_RUNNING = ['queue', 'steer', 'interrupt'] as const;
/**
 * `queue`: it is answered after the turns before it. `steer`: it joins the turn that runs, with that turn's next model call;
 * where there is none any more, it is answered in its place. `interrupt`: the turn that runs is cancelled, and it is
 * answered before all that waits, behind what had not joined that turn yet.
 */
export type WhileRunning = (typeof WHILE_RUNNING)[number];
/** A message's way past the queue. */
export type QueueJump = Exclude<WhileRunning, 'queue'>;

/** Characters of a message that may join a turn that runs, as of a step that is pushed. A longer one waits for its place. */
export const MAX_STEER_CHARACTERS = 4_000;

/** The reason why a value is no `whileRunning`, as a sentence; undefined: it is one, or absent. */
export function whileRunningProblem(value: unknown): string | undefined {
  if (value === undefined || WHILE_RUNNING.some((mode) => mode === value)) return undefined;
  const shown = typeof value === 'string' ? `'${value.slice(0, 80)}'` : `of type ${typeof value}`;
  return `whileRunning ${shown} is none of ${WHILE_RUNNING.join(', ')}`;
}
