import { ApplicationFailure } from '@temporalio/common';
import { readConfig } from '../../config.js';
import { describeIssue, PLAN_SETTINGS_SCHEMA, type PlanSettings } from '../../flow/plan-settings.js';
import {
  findCallNode,
  findExplainedExecutions,
  type ExplainedExecution,
} from '../../store/calls/explained-calls.js';
import { Call } from '../call/call.js';
import { judgeTrouble } from '../call/trouble.js';
import type { ClientContext } from '../client-context.js';
import type { CallPlan } from '../../views/call.js';
import { executionNotFound } from '../execution-not-found.js';
import { ThreadlineError } from '../threadline-error.js';
import { readCallId } from './read-call-id.js';

export async function planStoredCall(
  context: ClientContext,
  { id, settings }: { id: string; settings: PlanSettings },
): Promise<CallPlan> {
  const changes = checkSettings(settings);
  const { db, planner } = context;
  if (!planner)
    throw new ThreadlineError(
      'Client.InvalidPlan',
      "This client has no planner: pass `planner: callPlanner` of 'threadline/server' to connect()",
    );
  return new Call(context).read(async () => {
    const { execution, step } = await findCall(context, id);
    const input = { execution, step, changes, settings: readConfig().context };
    return { callId: id, ...(await planner(db, input).catch(refuse)) };
  });
}

async function findCall(
  { db, user }: ClientContext,
  id: string,
): Promise<{ execution: ExplainedExecution; step: number }> {
  const { step, executionIds } = readCallId(id);
  const executions =
    executionIds.length === 0 ? [] : await findExplainedExecutions(db, { executionIds, user });
  for (const execution of executions) {
    const nodeId = await findCallNode(db, { executionId: execution.id, step });
    if (`${execution.executionId}/${nodeId}/${step}` === id) return { execution, step };
  }
  throw executionNotFound(id, 'Model call', ' (a call is <execution>/<node>/<step>)');
}

function checkSettings(settings: PlanSettings): PlanSettings {
  const read = PLAN_SETTINGS_SCHEMA.safeParse(settings);
  if (read.success) return read.data;
  throw new ThreadlineError('Client.InvalidPlan', `The settings are invalid: ${describeIssue(read.error)}`);
}

function refuse(error: unknown): never {
  const isOfPlanning =
    error instanceof ApplicationFailure || (error instanceof Error && error.constructor === Error);
  if (!isOfPlanning || judgeTrouble(error)) throw error;
  throw new ThreadlineError('Client.InvalidPlan', `The call cannot be planned again: ${error.message}`, {
    cause: error,
  });
}
