import { isFinal } from '../../flow/execution/status.js';
import { loadExecution } from '../../store/execution/load-execution.js';
import { cancelPendingChildren, findSubExecutions } from '../../store/execution/sub-executions.js';
import { subExecutionWorkflowId } from '../../protocol/ids.js';
import { SPAWN_DEADLINE_MS } from '../../protocol/limits.js';
import { openToolCall } from '../agent/tools/open-tool-call.js';
import { storeToolOutput } from '../agent/tools/store-tool-output.js';
import { toToolOutput } from '../agent/tools/to-tool-output.js';
import { resultLimit } from '../agent/plan/window-of.js';
import type { ActivityDependencies } from '../dependencies.js';
import { callerWorkflowId } from '../workflow-id.js';
import { childOutcome, toOutcome } from './child-outcome.js';
import type { SettleSpawnInput } from '../../protocol/activities/nodes.js';

/** Stores the result of a `spawn` call: what its sub-executions gave, in the order of the tasks. */
export function createSettleSpawn(dependencies: ActivityDependencies) {
  const { db, settings, onPoint } = dependencies;

  return async function settleSpawn(input: SettleSpawnInput): Promise<null> {
    await onPoint?.('settleSpawn.before');
    const { step, ordinal } = input;
    const workflowId = callerWorkflowId();
    const execution = await loadExecution(db, workflowId);
    const { call, nodeId, iteration, config } = await openToolCall(db, { execution, step, ordinal });
    const idOf = (child: number): string =>
      subExecutionWorkflowId(workflowId, { nodeId, iteration, ordinal: child });
    const ids = Array.from({ length: input.total }, (_, index) => idOf(input.first + index));
    if (input.isLate) await cancelPendingChildren(db, { parentId: execution.id, executionIds: ids });
    const results = await resultsOf(input, { ids, idOf });
    await storeToolOutput(db, {
      ...{ executionId: execution.id, step, ordinal, workflowId, nodeId, call },
      ...{ output: toToolOutput(results), model: config.model, limit: resultLimit(config, settings) },
      canStore: config.artifacts !== false,
    });
    return null;
  };

  async function resultsOf(
    { failures, isLate }: SettleSpawnInput,
    { ids, idOf }: { ids: readonly string[]; idOf: (ordinal: number) => string },
  ): Promise<unknown[]> {
    // Most have finished their own rows: of hundreds only those that could not are finished here.
    const before = await findSubExecutions(db, ids);
    const open = new Set(before.flatMap((row) => (isFinal(row.status) ? [] : [row.executionId])));
    const unfinished = failures.filter(({ ordinal }) => open.has(idOf(ordinal)));
    for (const { ordinal, failure } of unfinished)
      await childOutcome(dependencies, { executionId: idOf(ordinal), failure });
    const rows = unfinished.length === 0 ? before : await findSubExecutions(db, ids);
    const byId = new Map(rows.map((row) => [row.executionId, row]));
    return ids.map((id) => {
      const row = byId.get(id);
      if (row === undefined) return { _error: 'Child execution was not started' };
      const outcome = toOutcome(row);
      if (outcome.kind === 'completed') return outcome.result;
      const isTimeUp = isLate === true && outcome.isCancelled;
      return {
        _error: isTimeUp ? `The deadline of ${SPAWN_DEADLINE_MS / 1_000} seconds passed` : outcome.error,
      };
    });
  }
}
