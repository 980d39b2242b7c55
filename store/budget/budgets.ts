import type { Budget } from '../../protocol/budget.js';
import type { Database, DatabaseTransaction } from '../database.js';
import type { BudgetView } from '../../views/execution.js';

export async function openBudget(
  trx: DatabaseTransaction,
  { rootId, budget }: { rootId: number; budget: Budget },
): Promise<void> {
  await trx
    .insertInto('budget')
    .values({
      root_id: rootId,
      max_tokens: budget.tokens ?? null,
      max_cost: budget.cost === undefined ? null : String(budget.cost),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function readBudget(db: Database, rootId: number): Promise<BudgetView | null> {
  const row = await db
    .selectFrom('budget')
    .select(BUDGET_COLUMNS)
    .where('root_id', '=', rootId)
    .executeTakeFirst();
  return row ? toBudgetView(row) : null;
}

export const BUDGET_COLUMNS = [
  'max_tokens',
  'max_cost',
  'spent_tokens',
  'spent_cost',
  'reserved_tokens',
  'reserved_cost',
] as const;

export function toBudgetView(row: {
  max_tokens: number | null;
  max_cost: string | null;
  spent_tokens: number | null;
  spent_cost: string | null;
  reserved_tokens: number | null;
  reserved_cost: string | null;
}): BudgetView | null {
  const { spent_tokens, spent_cost, reserved_tokens, reserved_cost } = row;
  if (spent_tokens === null || spent_cost === null || reserved_tokens === null || reserved_cost === null)
    return null;
  return {
    tokens: { spent: spent_tokens, reserved: reserved_tokens, max: row.max_tokens },
    cost: { spent: spent_cost, reserved: reserved_cost, max: row.max_cost },
  };
}
