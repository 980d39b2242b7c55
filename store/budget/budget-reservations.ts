import { sql } from 'kysely';
import { boundLockWaits } from './budget-guard.js';
import type { Database, DatabaseTransaction } from '../database.js';
import type { CallKey } from '../call-key.js';

export interface BudgetedCall extends CallKey {
  rootId: number;
}

export type ReserveResult = { kind: 'reserved' } | { kind: 'none' } | ({ kind: 'exceeded' } & ExceededLimit);

/** `asked` is the sum of spent, reserved and estimated. Costs are in USD. */
export type ExceededLimit =
  | { limit: 'tokens'; asked: number; budget: number; spent: number }
  | { limit: 'cost'; asked: string; budget: string; spent: string };

/** Idempotent per call. Throws if the budget's row stays locked. */
export async function reserveBudget(
  db: Database,
  estimate: BudgetedCall & { tokens: number; cost: string },
): Promise<ReserveResult> {
  return db.transaction().execute(async (trx) => {
    await boundLockWaits(trx);
    const result = await reserve(trx, estimate);
    // Another try of the call may have reserved the amount meanwhile, so the budget is not exceeded.
    if (result.kind === 'exceeded' && (await hasReservation(trx, estimate))) return { kind: 'reserved' };
    return result;
  });
}

interface BudgetFacts {
  isKnown: boolean;
  maxTokens: number | null;
  spentTokens: number;
  askedTokens: number;
  fitsTokens: boolean;
  maxCost: string | null;
  spentCost: string;
  askedCost: string;
  fitsCost: boolean;
}

/** Locks the budget's row before others, as every change of a budget does, to prevent deadlocks. */
async function reserve(
  trx: DatabaseTransaction,
  call: BudgetedCall & { tokens: number; cost: string },
): Promise<ReserveResult> {
  const { executionId, step } = call;
  const { rows } = await sql<BudgetFacts>`
    with locked as materialized (
      select * from budget where root_id = ${call.rootId} for no key update
    ), asked as (
      select root_id, estimate.*,
        spent_tokens + reserved_tokens + estimate.tokens as all_tokens,
        spent_cost + reserved_cost + estimate.cost as all_cost
      from locked, (select ${call.tokens}::bigint as tokens, ${call.cost}::numeric(20, 12) as cost) as estimate
    ), known as (
      select 1 from budget_reservation where execution_id = ${executionId} and step = ${step}
      union all
      select 1 from model_call where execution_id = ${executionId} and step = ${step}
        and status in ('completed', 'failed', 'cancelled')
      union all
      select 1 from execution where id = ${executionId} and finished_at is not null
    ), verdict as (
      select asked.*,
        coalesce(all_tokens <= max_tokens, true) as fits_tokens,
        coalesce(all_cost <= max_cost, true) as fits_cost
      from asked join locked using (root_id)
    ), reserved as (
      insert into budget_reservation (execution_id, step, root_id, tokens, cost)
      select ${executionId}, ${step}, root_id, tokens, cost from verdict
      where fits_tokens and fits_cost and not exists (select from known)
      on conflict (execution_id, step) do nothing
      returning root_id, tokens, cost
    ), counted as (
      update budget
      set reserved_tokens = budget.reserved_tokens + reserved.tokens,
        reserved_cost = budget.reserved_cost + reserved.cost
      from reserved where budget.root_id = reserved.root_id
    )
    select exists (select from known) as "isKnown",
      max_tokens as "maxTokens", spent_tokens as "spentTokens", all_tokens as "askedTokens",
      fits_tokens as "fitsTokens",
      max_cost as "maxCost", spent_cost as "spentCost", all_cost as "askedCost", fits_cost as "fitsCost"
    from verdict join locked using (root_id)`.execute(trx);
  const [facts] = rows;
  return facts ? outcome(facts) : { kind: 'none' };
}

function outcome(facts: BudgetFacts): ReserveResult {
  const { isKnown, maxTokens, spentTokens, askedTokens, maxCost, spentCost, askedCost } = facts;
  if (isKnown) return { kind: 'reserved' };
  if (!facts.fitsTokens && maxTokens !== null)
    return { kind: 'exceeded', limit: 'tokens', asked: askedTokens, budget: maxTokens, spent: spentTokens };
  if (!facts.fitsCost && maxCost !== null)
    return { kind: 'exceeded', limit: 'cost', asked: askedCost, budget: maxCost, spent: spentCost };
  return { kind: 'reserved' };
}

async function hasReservation(trx: DatabaseTransaction, key: CallKey): Promise<boolean> {
  const row = await trx
    .selectFrom('budget_reservation')
    .select('step')
    .where('execution_id', '=', key.executionId)
    .where('step', '=', key.step)
    .executeTakeFirst();
  return row !== undefined;
}
