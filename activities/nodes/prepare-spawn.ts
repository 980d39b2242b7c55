import type { AgentConfig } from '../../flow/kinds/agent.js';
import { MAX_DEPTH } from '../../flow/schema/limits.js';
import { unknownFlowMessage } from '../../flow/execution/unknown-flow.js';
import { findCurrentFlowVersion, listFlowSlugs } from '../../store/flows/flows.js';
import { type ExecutionFacts, loadExecution } from '../../store/execution/load-execution.js';
import {
  findSubExecutions,
  insertSubExecutions,
  type NewSubExecution,
} from '../../store/execution/sub-executions.js';
import { beginToolCall, findToolResult } from '../../store/calls/tool-calls.js';
import { subExecutionWorkflowId } from '../../protocol/ids.js';
import { hashArguments } from '../agent/tools/hash-arguments.js';
import { openToolCall, type OpenedToolCall } from '../agent/tools/open-tool-call.js';
import { storeToolOutput } from '../agent/tools/store-tool-output.js';
import { errorOutput } from '../agent/tools/to-tool-output.js';
import { resultLimit } from '../agent/plan/window-of.js';
import type { ActivityDependencies } from '../dependencies.js';
import { callerWorkflowId } from '../workflow-id.js';
import { givenTokens } from './prepare-subflow.js';
import { MAX_TASKS, SELF, SPAWN_INPUT, type SpawnTask } from './spawn-tool.js';
import type { PrepareSpawnInput, PrepareSpawnResult } from '../../protocol/activities/nodes.js';

/** A `spawn` call of an agent. */
interface SpawnCall extends PrepareSpawnInput, OpenedToolCall {
  workflowId: string;
  execution: ExecutionFacts;
}

/**
 * Stores the sub-executions that a `spawn` call asks for, with all they are given. Whatever is wrong with the call
 * is its result, for the model to read; only the store fails the Activity.
 */
export function createPrepareSpawn({ db, settings, onPoint }: ActivityDependencies) {
  return async function prepareSpawn(input: PrepareSpawnInput): Promise<PrepareSpawnResult> {
    const spawn = await openCall(input);
    const { execution, step, ordinal, call } = spawn;
    const key = { executionId: execution.id, step, ordinal };
    if ((await findToolResult(db, key)) !== undefined) return again(spawn);
    await beginToolCall(db, { ...key, name: call.toolName, argumentsHash: hashArguments(call) });
    const planned = await plan(spawn);
    if ('problem' in planned) {
      await refuse(spawn, planned.problem);
      return { flows: [], user: '' };
    }
    await insertSubExecutions(db, { parent: execution, children: planned.children });
    await onPoint?.('prepareSpawn.after');
    return { flows: planned.children.map(({ flowSlug }) => flowSlug), user: execution.userId ?? '' };
  };

  async function openCall(input: PrepareSpawnInput): Promise<SpawnCall> {
    const workflowId = callerWorkflowId();
    const execution = await loadExecution(db, workflowId);
    return { ...input, workflowId, execution, ...(await openToolCall(db, { ...input, execution })) };
  }

  /** The result is stored: after a reset, or because the call was refused. */
  async function again({
    workflowId,
    nodeId,
    iteration,
    first,
    execution,
    call,
  }: SpawnCall): Promise<PrepareSpawnResult> {
    const { data } = SPAWN_INPUT.safeParse(call.input);
    const ids = (data?.tasks ?? []).map((_, index) =>
      subExecutionWorkflowId(workflowId, { nodeId, iteration, ordinal: first + index }),
    );
    const known = await findSubExecutions(db, ids);
    const flowOf = new Map(known.map(({ executionId, flow }) => [executionId, flow]));
    return { flows: ids.flatMap((id) => flowOf.get(id) ?? []), user: execution.userId ?? '' };
  }

  async function plan(spawn: SpawnCall): Promise<{ children: NewSubExecution[] } | { problem: string }> {
    const { execution, call, config } = spawn;
    const parsed = SPAWN_INPUT.safeParse(call.input);
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      return {
        problem: `spawn: ${issue?.path.join('.') || 'the input'}: ${issue?.message ?? 'is not valid'}`,
      };
    }
    const { tasks } = parsed.data;
    if (tasks.length === 0) return { problem: 'spawn: the list of tasks is empty' };
    if (tasks.length > MAX_TASKS)
      return { problem: `spawn: ${tasks.length} tasks; at most ${MAX_TASKS} are taken at once` };
    if (execution.depth >= MAX_DEPTH)
      return {
        problem: `spawn: executions are nested ${MAX_DEPTH} levels at the most, and this one is at level ${execution.depth}: do it without`,
      };
    if (execution.userId === null) return { problem: 'spawn: no user is known for the sub-executions' };
    const versions = await versionsOf(tasks, execution);
    const children: NewSubExecution[] = [];
    for (const [index, task] of tasks.entries()) {
      const child = toChild(spawn, { task, index, versions });
      if (child === undefined)
        return { problem: `spawn: ${unknownFlowMessage(task.flow, await allowedFlows(config))}` };
      children.push(child);
    }
    return { children };
  }

  async function versionsOf(
    tasks: readonly SpawnTask[],
    execution: ExecutionFacts,
  ): Promise<Map<string, number>> {
    const versions = new Map([[SELF, execution.flowVersion]]);
    for (const slug of new Set(tasks.map(({ flow }) => flow))) {
      const current = slug === SELF ? undefined : await findCurrentFlowVersion(db, slug);
      if (current !== undefined) versions.set(slug, current.version);
    }
    return versions;
  }

  async function allowedFlows({ spawns }: AgentConfig): Promise<readonly string[]> {
    return spawns ?? [SELF, ...(await listFlowSlugs(db))];
  }

  async function refuse(spawn: SpawnCall, problem: string): Promise<void> {
    const { execution, step, ordinal, workflowId, nodeId, call, config } = spawn;
    await storeToolOutput(db, {
      ...{ executionId: execution.id, step, ordinal, workflowId, nodeId, call },
      ...{ output: errorOutput(problem), model: config.model, limit: resultLimit(config, settings) },
      canStore: false,
    });
  }
}

function toChild(
  { workflowId, execution, nodeId, iteration, first, step, ordinal, config }: SpawnCall,
  { task, index, versions }: { task: SpawnTask; index: number; versions: ReadonlyMap<string, number> },
): NewSubExecution | undefined {
  const { flow, text, data } = task;
  const flowVersion = versions.get(flow);
  if (flowVersion === undefined || config.spawns?.includes(flow) === false) return undefined;
  return {
    workflowId: subExecutionWorkflowId(workflowId, { nodeId, iteration, ordinal: first + index }),
    flowSlug: flow === SELF ? execution.flowSlug : flow,
    flowVersion,
    nodeId,
    call: { step, ordinal },
    // Its own flow begins as it did itself.
    triggerId: flow === SELF ? execution.triggerId : null,
    user: execution.userId ?? '',
    text,
    data,
    givenTokens: givenTokens(text, data),
  };
}
