import type { ColumnType, Generated } from 'kysely';

/** USD as a decimal string. */
type Decimal = ColumnType<string, string | undefined, string>;

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
