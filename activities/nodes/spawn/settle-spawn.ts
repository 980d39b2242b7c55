import { CANCELLED, LATE, toFailureOutput } from '../../../flow/execution/failure-output.js';
import { isFinal } from '../../../flow/execution/execution-status.js';
import type { SettleSpawnInput } from '../../../protocol/activities/nodes.js';
import { SPAWN_DEADLINE_MS } from '../../../protocol/limits.js';
import type { Database } from '../../../store/database.js';
import { cancelPendingChildren, findSubExecutions } from '../../../store/execution/sub-executions.js';
import { toToolOutput } from '../../agent/tools/to-tool-output.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { readChildOutcome, toChildOutcome, type ChildRow } from '../child-outcome.js';
import { openSpawnCall, readDeadline, toChildId, type SpawnCall } from './spawn-call.js';
import { storeSpawnResult } from './store-spawn-result.js';

export function createSettleSpawn(dependencies: ActivityDependencies) {
  const { db, onPoint } = dependencies;

  return async function settleSpawn(input: SettleSpawnInput): Promise<null> {
    await onPoint?.('settleSpawn.before');
    const spawn = await openSpawnCall(db, input);
    const ids = Array.from({ length: input.total }, (_, index) => toChildId(spawn, index));
    if (input.isLate) await cancelPendingChildren(db, { parentId: spawn.execution.id, executionIds: ids });
    const rows = await loadEnded(db, { spawn, ids, failures: input.failures });
    const deadlineMs = readDeadline(spawn) ?? SPAWN_DEADLINE_MS;
    const results = ids.map((id) => toResult(rows.get(id), { isLate: input.isLate === true, deadlineMs }));
    await storeSpawnResult(dependencies, spawn, {
      output: toToolOutput(results),
      canStore: spawn.config.artifacts !== false,
    });
    return null;
  };
}

async function loadEnded(
  db: Database,
  { spawn, ids, failures }: { spawn: SpawnCall; ids: readonly string[] } & Pick<SettleSpawnInput, 'failures'>,
): Promise<ReadonlyMap<string, ChildRow>> {
  const rows = await findSubExecutions(db, ids);
  // Reads only the unfinished executions: most of hundreds may have finished their own rows.
  const open = new Set(rows.flatMap(({ status, executionId }) => (isFinal(status) ? [] : [executionId])));
  const unfinished = failures
    .map(({ ordinal, failure }) => ({ executionId: toChildId(spawn, ordinal - spawn.first), failure }))
    .filter(({ executionId }) => open.has(executionId));
  for (const child of unfinished) await readChildOutcome(db, child);
  const ended = unfinished.length === 0 ? rows : await findSubExecutions(db, ids);
  return new Map(ended.map((row) => [row.executionId, row]));
}

function toResult(
  row: ChildRow | undefined,
  { isLate, deadlineMs }: { isLate: boolean; deadlineMs: number },
): unknown {
  if (!row) return toFailureOutput({ error: 'Child execution was not started', errorType: CANCELLED });
  const outcome = toChildOutcome(row);
  if (outcome.kind === 'completed') return outcome.result;
  if (!isLate || !outcome.isCancelled) return toFailureOutput(outcome);
  return toFailureOutput({
    error: `The deadline of ${deadlineMs / 1_000} seconds passed`,
    errorType: LATE,
  });
}
