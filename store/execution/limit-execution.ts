import type { Budget } from '../../protocol/budget.js';
import { openBudget } from '../budget/budgets.js';
import type { DatabaseTransaction } from '../database.js';

/** Runs in the transaction that starts the execution: if it fails, nothing starts. */
export async function limitExecution(
  trx: DatabaseTransaction,
  { executionId, budget }: { executionId: number; budget: Budget },
): Promise<void> {
  await openBudget(trx, { rootId: executionId, budget });
  await trx
    .updateTable('execution')
    .set({ budget_root_id: executionId })
    .where('id', '=', executionId)
    .execute();
}
