import { endlessLockWaits } from '../budget/budget-guard.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { isConnectionError } from '../is-connection-error.js';
import { nodeResults, type NodeResult } from './read-execution-result.js';
import { treeUsage, type TreeUsage } from './tree-usage.js';

export interface ExecutionUsage {
  inputTokens: number;
  outputTokens: number;
  /** In USD, without unpriced calls. */
  cost: number | null;
  unpricedCalls?: number | undefined;
}

export const NO_USAGE: ExecutionUsage = { inputTokens: 0, outputTokens: 0, cost: 0 };

/** The failed read aborted the transaction, so repeat it without the budget tables. */
export class BudgetUnavailableError extends Error {}

interface ExecutionWork {
  usage: ExecutionUsage;
  outputs: NodeResult[];
  hasOpenCalls: boolean;
  hasReservations: boolean;
  hasSteps: boolean;
}

/** Without `looksForReservations`, `hasReservations` and `hasSteps` are false. */
export async function readExecutionWork(
  trx: DatabaseTransaction,
  { executionId, looksForReservations }: { executionId: number; looksForReservations: boolean },
): Promise<ExecutionWork> {
  const work = selectWork(trx, executionId);
  if (!looksForReservations) {
    const { outputs, hasOpenCalls, ...usage } = await work.executeTakeFirstOrThrow();
    return { usage: toUsage(usage), outputs, hasOpenCalls, hasReservations: false, hasSteps: false };
  }
  try {
    const { hasReservations, hasSteps, outputs, hasOpenCalls, ...usage } = await work
      .select((eb) => [
        eb
          .exists(eb.selectFrom('budget_reservation').where('execution_id', '=', executionId))
          .as('hasReservations'),
        eb
          .exists(
            eb
              .selectFrom('agent_step')
              .where('execution_id', '=', executionId)
              .where('begun_step', 'is', null),
          )
          .as('hasSteps'),
        endlessLockWaits.as('lock_timeout'),
      ])
      .executeTakeFirstOrThrow();
    return {
      usage: toUsage(usage),
      outputs,
      hasOpenCalls,
      hasReservations: Boolean(hasReservations),
      hasSteps: Boolean(hasSteps),
    };
  } catch (cause) {
    if (isConnectionError(cause)) throw cause;
    throw new BudgetUnavailableError('The budgets cannot be read', { cause });
  }
}

function selectWork(db: Database, executionId: number) {
  return db
    .selectFrom('execution')
    .innerJoinLateral(treeUsage, (join) => join.onTrue())
    .select(['usage.input', 'usage.output', 'usage.cost', 'usage.unpricedCalls'])
    .select(nodeResults.as('outputs'))
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('model_call')
            .where('execution_id', '=', executionId)
            .where('model_call.status', 'in', ['planned', 'running']),
        )
        .$castTo<boolean>()
        .as('hasOpenCalls'),
    )
    .where('execution.id', '=', executionId);
}

function toUsage(usage: Omit<TreeUsage, 'calls' | 'compactions'>): ExecutionUsage {
  const { input, output, cost, unpricedCalls } = usage;
  return {
    inputTokens: input,
    outputTokens: output,
    cost: cost === null ? null : Number(cost),
    unpricedCalls: unpricedCalls > 0 ? unpricedCalls : undefined,
  };
}
