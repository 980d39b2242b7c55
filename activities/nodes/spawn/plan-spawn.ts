import { firstIssue } from '../../../context/text/first-issue.js';
import { MAX_DEPTH } from '../../../flow/schema/flow-limits.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { NewSubExecution } from '../../../store/execution/sub-executions.js';
import { findPinnedVersion } from '../../../store/flows/flows.js';
import { countGivenTokens } from '../count-given-tokens.js';
import { toChildId, type SpawnCall } from './spawn-call.js';
import { MAX_TASKS, SELF, SPAWN_INPUT, type SpawnTask } from './spawn-tool.js';

export type SpawnPlan = { children: NewSubExecution[] } | { problem: string };

export async function planSpawn(db: Database, spawn: SpawnCall): Promise<SpawnPlan> {
  const { execution, call } = spawn;
  const parsed = SPAWN_INPUT.safeParse(call.input);
  if (!parsed.success) return { problem: `spawn: ${firstIssue(parsed.error, 'the input')}` };
  const { tasks } = parsed.data;
  const problem = callProblem(tasks, execution);
  if (problem) return { problem: `spawn: ${problem}` };
  return planTasks(db, { spawn, tasks, user: execution.userId });
}

function callProblem(tasks: readonly SpawnTask[], { depth }: ExecutionFacts): string | undefined {
  if (tasks.length === 0) return 'the list of tasks is empty';
  if (tasks.length > MAX_TASKS) return `${tasks.length} tasks; at most ${MAX_TASKS} are accepted at once`;
  if (depth >= MAX_DEPTH)
    return `executions can be nested ${MAX_DEPTH} levels deep, and this one is at level ${depth}: do it without`;
  return undefined;
}

async function planTasks(
  db: Database,
  { spawn, tasks, user }: { spawn: SpawnCall; tasks: readonly SpawnTask[]; user: string | null },
): Promise<SpawnPlan> {
  const { execution, config } = spawn;
  // Only the flow's author can allow other flows. A text that the model read cannot.
  const allowed = config.spawns ?? [SELF, execution.flowSlug];
  const versions = await findVersions(db, { tasks, execution });
  const children: NewSubExecution[] = [];
  for (const [index, task] of tasks.entries()) {
    const flowVersion = versions.get(task.flow);
    if (flowVersion === undefined || !allowed.includes(task.flow))
      return {
        problem: `spawn: flow '${task.flow}' is not one that this agent may start: ${(config.spawns ?? [SELF]).join(', ')}`,
      };
    children.push(toChild(spawn, { task, index, flowVersion, user }));
  }
  return { children };
}

async function findVersions(
  db: Database,
  { tasks, execution }: { tasks: readonly SpawnTask[]; execution: ExecutionFacts },
): Promise<Map<string, number>> {
  const versions = new Map([[SELF, execution.flowVersion]]);
  for (const slug of new Set(tasks.map(({ flow }) => flow))) {
    const current = slug === SELF ? undefined : await findPinnedVersion(db, slug);
    if (current) versions.set(slug, current.version);
  }
  return versions;
}

function toChild(
  spawn: SpawnCall,
  {
    task,
    index,
    flowVersion,
    user,
  }: { task: SpawnTask; index: number; flowVersion: number; user: string | null },
): NewSubExecution {
  const { execution, nodeId, step, ordinal } = spawn;
  const { flow, text, data } = task;
  return {
    workflowId: toChildId(spawn, index),
    flowSlug: flow === SELF ? execution.flowSlug : flow,
    flowVersion,
    nodeId,
    call: { step, ordinal },
    triggerId: flow === SELF ? execution.triggerId : null,
    user,
    text,
    data,
    givenTokens: countGivenTokens(text, data),
  };
}
