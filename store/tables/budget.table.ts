import type { ColumnType, Generated } from 'kysely';

type Decimal = ColumnType<string, string | undefined, string>;

/** Costs are in USD, as decimal strings. */
export interface BudgetTable {
  root_id: number;
  max_tokens: number | null;
  max_cost: string | null;
  spent_tokens: Generated<number>;
  spent_cost: Decimal;
  reserved_tokens: Generated<number>;
  reserved_cost: Decimal;
}

export interface BudgetReservationTable {
  execution_id: number;
  step: number;
  root_id: number;
  tokens: number;
  cost: string;
  created_at: Generated<Date>;
}
