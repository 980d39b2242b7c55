import type { PrepareSpawnInput, PrepareSpawnResult } from '../../../protocol/activities/nodes.js';
import type { Database } from '../../../store/database.js';
import { beginToolCall } from '../../../store/calls/stored-tool-calls.js';
import { findSubExecutions, insertSubExecutions } from '../../../store/execution/sub-executions.js';
import { hashArguments } from '../../agent/tools/hash-arguments.js';
import { errorOutput } from '../../agent/tool-errors.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { planSpawn } from './plan-spawn.js';
import { openSpawnCall, readDeadline, toChildId, type SpawnCall } from './spawn-call.js';
import { SPAWN_INPUT } from './spawn-tool.js';
import { storeSpawnResult } from './store-spawn-result.js';

/** The error of an invalid call is a result for the model. */
export function createPrepareSpawn(dependencies: ActivityDependencies) {
  const { db, onPoint } = dependencies;

  return async function prepareSpawn(input: PrepareSpawnInput): Promise<PrepareSpawnResult> {
    const spawn = await openSpawnCall(db, input);
    const { execution, step, ordinal, call } = spawn;
    if (spawn.result) return prepareAgain(db, spawn);
    const key = { executionId: execution.id, step, ordinal };
    await beginToolCall(db, { ...key, name: call.toolName, argumentsHash: hashArguments(call) });
    const planned = await planSpawn(db, spawn);
    if ('problem' in planned) {
      await storeSpawnResult(dependencies, spawn, { output: errorOutput(planned.problem), canStore: false });
      return { flows: [], user: '' };
    }
    await insertSubExecutions(db, { parent: execution, children: planned.children });
    await onPoint?.('prepareSpawn.after');
    return {
      flows: planned.children.map(({ flowSlug }) => flowSlug),
      user: execution.userId ?? '',
      deadlineMs: readDeadline(spawn),
    };
  };
}

async function prepareAgain(db: Database, spawn: SpawnCall): Promise<PrepareSpawnResult> {
  const { data } = SPAWN_INPUT.safeParse(spawn.call.input);
  const ids = (data?.tasks ?? []).map((_, index) => toChildId(spawn, index));
  const known = await findSubExecutions(db, ids);
  const flows = new Map(known.map(({ executionId, flow }) => [executionId, flow]));
  return {
    flows: ids.flatMap((id) => flows.get(id) ?? []),
    user: spawn.execution.userId ?? '',
    deadlineMs: readDeadline(spawn),
  };
}
