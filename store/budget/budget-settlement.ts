import { sql } from 'kysely';
import { guardBudget, type OnBudgetFailure } from './budget-guard.js';
import type { BudgetedCall } from './budget-reservations.js';
import type { Database, DatabaseTransaction } from '../database.js';
import type { CallKey } from '../call-key.js';

interface Settlement extends BudgetedCall {
  tokens: number;
  cost: string;
  /** Also counts a call without a reservation, which must be settled only once. */
  countsUnreserved?: boolean;
}

/** Idempotent. */
export async function settleBudget(db: Database, call: Settlement): Promise<void> {
  await sql`
    with locked as materialized (
      select root_id from budget where root_id = ${call.rootId} for no key update
    ), gone as (
      delete from budget_reservation as reservation using locked
      where reservation.execution_id = ${call.executionId} and reservation.step = ${call.step}
        and reservation.root_id = locked.root_id
      returning reservation.tokens, reservation.cost
    )
    update budget
    set reserved_tokens = budget.reserved_tokens - coalesce(gone.tokens, 0),
      reserved_cost = budget.reserved_cost - coalesce(gone.cost, 0),
      spent_tokens = budget.spent_tokens + ${call.tokens}::bigint,
      spent_cost = budget.spent_cost + ${call.cost}::numeric
    from locked left join gone on true
    where budget.root_id = locked.root_id
      and (gone.tokens is not null or ${call.countsUnreserved ?? false}::boolean)`.execute(db);
}

export interface BudgetLink {
  rootBudgetId?: number | null;
  onBudgetFailure?: OnBudgetFailure;
}

/** If this fails, the execution's end settles the call. */
export async function settleEndedCall(
  trx: DatabaseTransaction,
  call: CallKey & BudgetLink & { tokens: number; cost: string },
): Promise<void> {
  const { executionId, step, tokens, cost, rootBudgetId: rootId } = call;
  if (rootId == null) return;
  await guardBudget(trx, {
    work: () => settleBudget(trx, { rootId, executionId, step, tokens, cost, countsUnreserved: true }),
    onFailure: call.onBudgetFailure,
  });
}

export async function releaseOpenReservations(db: Database, executionId: number): Promise<void> {
  await sql`
    with locked as materialized (
      select root_id from budget
      where root_id in (select root_id from budget_reservation where execution_id = ${executionId})
      for no key update
    ), gone as (
      delete from budget_reservation as reservation using locked
      where reservation.execution_id = ${executionId} and reservation.root_id = locked.root_id
      returning reservation.execution_id, reservation.step, reservation.root_id,
        reservation.tokens, reservation.cost
    ), total as (
      select gone.root_id, sum(gone.tokens) as reserved_tokens, sum(gone.cost) as reserved_cost,
        coalesce(sum(call.input_tokens + call.output_tokens), 0) as tokens, coalesce(sum(call.cost), 0) as cost
      from gone left join model_call as call
        on call.execution_id = gone.execution_id and call.step = gone.step
      group by gone.root_id
    )
    update budget
    set reserved_tokens = budget.reserved_tokens - total.reserved_tokens,
      reserved_cost = budget.reserved_cost - total.reserved_cost,
      spent_tokens = budget.spent_tokens + total.tokens,
      spent_cost = budget.spent_cost + total.cost
    from total where budget.root_id = total.root_id`.execute(db);
}
