import type { GuardedStep } from '../../context/guards/guard-loop.js';
import type { Database } from '../database.js';

/**
 * The most calls that the loop guards look at: their longest pattern is six calls, or three steps with many
 * calls each.
 */
const MAX_CALLS = 100;

/** Loads the newest tool calls of an execution by step, oldest first, and how often its agent was nudged. */
export async function loadGuardFacts(
  db: Database,
  key: { executionId: number; afterStep: number; beforeStep: number },
): Promise<{ steps: GuardedStep[]; nudges: number }> {
  const calls = await db
    .selectFrom('tool_call')
    .select(['step', 'name', 'arguments_hash', 'is_error'])
    .where('execution_id', '=', key.executionId)
    .where('step', '>', key.afterStep)
    .where('step', '<', key.beforeStep)
    .orderBy('step', 'desc')
    .orderBy('ordinal', 'desc')
    .limit(MAX_CALLS)
    .execute();
  const { nudges } = await db
    .selectFrom('model_call')
    .select((eb) => eb.fn.countAll<number>().as('nudges'))
    .where('execution_id', '=', key.executionId)
    .where('step', '>', key.afterStep)
    .where('step', '<', key.beforeStep)
    .where('guard', '=', 'nudge')
    // The model never read a nudge in a call that the provider refused as too long, so it does not count.
    .where('status', '=', 'completed')
    .executeTakeFirstOrThrow();
  const steps = new Map<number, GuardedStep['calls'][number][]>();
  for (const { step, name, arguments_hash: hash, is_error: isError } of calls.reverse())
    steps.set(step, [...(steps.get(step) ?? []), { key: hash ?? name, name, isError: isError ?? false }]);
  return { steps: [...steps.values()].map((ofStep) => ({ calls: ofStep })), nudges: Number(nudges) };
}
