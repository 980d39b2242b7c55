import { log } from '@temporalio/activity';
import { lookUpModel, usageCost } from '../../../models/facts/model-table.js';
import { errorMessage } from '../../../protocol/error-message.js';
import { readBudget } from '../../../store/budget/budgets.js';
import { reserveBudget } from '../../../store/budget/budget-reservations.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { isConnectionError } from '../../../store/is-connection-error.js';
import { noPriceFailure } from './require-prices.js';

export type BudgetExceeded = Extract<Awaited<ReturnType<typeof reserveBudget>>, { kind: 'exceeded' }>;

/**
 * Returns the exceeded limit. An unreadable budget does not stop the call. `Budget.NoPrice` occurs only if a
 * sub-execution or another project's worker uses a model without a price.
 */
export async function reserveCallBudget(
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
  if (!lookUpModel(model).price) await refuseUnpriced(db, execution.rootBudgetId, model);
  try {
    const outcome = await reserveBudget(db, {
      rootId: execution.rootBudgetId,
      executionId: execution.id,
      step,
      tokens: inputTokens + outputTokens,
      // A call without a price counts only against the token limit.
      cost: usageCost({ model, inputTokens, outputTokens }) ?? '0',
    });
    return outcome.kind === 'exceeded' ? outcome : undefined;
  } catch (error) {
    if (isConnectionError(error)) throw error;
    log.warn('The budget could not be read; the call continues without', {
      step,
      reason: errorMessage(error),
    });
    return undefined;
  }
}

async function refuseUnpriced(db: Database, rootId: number, model: string): Promise<void> {
  const budget = await readBudget(db, rootId);
  if (budget?.cost.max != null) throw noPriceFailure(model, 'The execution');
}
