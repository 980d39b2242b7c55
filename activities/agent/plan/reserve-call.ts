import { log } from '@temporalio/activity';
import { usageCost } from '../../../models/facts/model-table.js';
import { errorMessage } from '../../../protocol/error-message.js';
import { reserveBudget } from '../../../store/budget/budget-reservations.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { isConnectionError } from '../../../store/is-connection-error.js';

/** The refusal of a budget that has less left than the call might spend. */
export type BudgetExceeded = Extract<Awaited<ReturnType<typeof reserveBudget>>, { kind: 'exceeded' }>;

/**
 * Reserves what a model call may spend at the most. Returns why the budget does not allow it; undefined: it does, or
 * there is none, or it cannot be read: a budget never stops a call by being away.
 */
export async function reserveCall(
  db: Database,
  call: {
    execution: Pick<ExecutionFacts, 'id' | 'rootBudgetId'>;
    step: number;
    model: string;
    inputTokens: number;
    outputTokens: number;
  },
): Promise<BudgetExceeded | undefined> {
  const { execution, step, model, inputTokens, outputTokens } = call;
  if (execution.rootBudgetId === null) return undefined;
  try {
    const outcome = await reserveBudget(db, {
      rootId: execution.rootBudgetId,
      executionId: execution.id,
      step,
      tokens: inputTokens + outputTokens,
      cost: usageCost({ model, inputTokens, outputTokens }),
    });
    return outcome.kind === 'exceeded' ? outcome : undefined;
  } catch (error) {
    if (isConnectionError(error)) throw error;
    log.warn('The budget could not be read; the call goes on without', {
      step,
      reason: errorMessage(error),
    });
    return undefined;
  }
}
