import type { Budget } from '../../protocol/budget.js';
import type { Database, DatabaseTransaction } from '../database.js';

/** Stores the budget of an execution tree. A budget that exists already stays as it is. */
export async function openBudget(
  trx: DatabaseTransaction,
  { rootId, budget }: { rootId: number; budget: Budget },
): Promise<void> {
  await trx
    .insertInto('budget')
    .values({
      root_id: rootId,
      max_tokens: budget.tokens ?? null,
      // Sent as text, so that Postgres stores the decimal that was written and not the digits of its binary
      // form.
      max_cost: budget.cost === undefined ? null : String(budget.cost),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A budget with what is spent and reserved of it; costs in USD, as decimals. */
export interface BudgetView {
  tokens: BudgetCounter<number>;
  cost: BudgetCounter<string>;
}

interface BudgetCounter<Amount> {
  spent: Amount;
  /** The most that calls still running may spend. */
  reserved: Amount;
  /** Null: no limit. */
  max: Amount | null;
}

/** Reads the budget of the tree under this root; null: it has none. */
export async function readBudget(db: Database, rootId: number): Promise<BudgetView | null> {
  const row = await db
    .selectFrom('budget')
    .select(BUDGET_COLUMNS)
    .where('root_id', '=', rootId)
    .executeTakeFirst();
  return row === undefined ? null : toBudgetView(row);
}

/** The columns of `budget` that a `BudgetView` is made of. */
export const BUDGET_COLUMNS = [
  'max_tokens',
  'max_cost',
  'spent_tokens',
  'spent_cost',
  'reserved_tokens',
  'reserved_cost',
] as const;

/** Converts a row of `budget` to a view; null for the empty row of an outer join. */
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
