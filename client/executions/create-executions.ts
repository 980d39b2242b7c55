import { WorkflowNotFoundError } from '@temporalio/client';
import { randomUUID } from 'node:crypto';
import { listExecutions, searchExecutions } from '../../store/execution/list-executions.js';
import { listModelCalls } from '../../store/calls/model-call-views.js';
import { loadExecutionDetails } from '../../store/nodes/load-execution-details.js';
import { loadNodeWork } from '../../store/nodes/load-node-work.js';
import { listOpenApprovals } from '../../store/nodes/open-approvals.js';
import type { PushStepInput, PushStepResult, ExecutionUpdates } from '../../protocol/messages.js';
import { answerApproval } from './answer-approval.js';
import { Call } from '../call/call.js';
import { checkLimit } from '../call/check-limit.js';
import { orInvalidCursor } from '../call/or-invalid-cursor.js';
import type { ClientContext } from '../client-context.js';
import { NO_DETAILS, readTree } from './execution-tree.js';
import { explainCalls } from '../explain/explain-calls.js';
import { planStoredCall } from '../explain/plan-stored-call.js';
import { hasQuestionFor } from './vote.js';
import { rerunExecution } from './rerun-execution.js';
import { readQueues } from './read-queues.js';
import { sendOutput } from './send-output.js';
import { readTrajectory } from '../explain/read-trajectory.js';
import { streamExecution } from '../stream/stream-turn.js';
import { readWaterfall } from './read-waterfall.js';
import { loadStepWork } from '../../store/calls/load-step-work.js';
import { executionNotFound } from '../execution-not-found.js';
import { ExecutionLookup, nodeNotFound, stepNotFound } from './execution-lookup.js';
import { startExecution } from './start-execution.js';
import { ACCEPTED_BY_ENDED, updateFailureType } from '../call/update-failure-type.js';
import { ThreadlineError } from '../threadline-error.js';
import type { Executions } from './executions.js';

const PUSH_STEP = 'pushStep' satisfies keyof ExecutionUpdates;

const DEFAULT_LIMIT = 50;

export function createExecutions(context: ClientContext): Executions {
  const lookup = new ExecutionLookup(context);
  return {
    ...actingMethods(context, lookup),
    ...readingMethods(context, lookup),
    ...listingMethods(context),
    ...waterfallMethods(context, lookup),
  };
}

function actingMethods(
  context: ClientContext,
  lookup: ExecutionLookup,
): Pick<Executions, 'start' | 'answer' | 'pushStep' | 'cancel' | 'rerun'> {
  return {
    start: (input) => startExecution(context, input),
    async answer(executionId, { timeoutMs, ...answer }) {
      const call = new Call(context, { timeoutMs });
      if ('answer' in answer) {
        // Approvers may answer questions of executions that they cannot read.
        if (!(await call.read(() => hasQuestionFor(context, executionId))))
          await lookup.find(executionId, call);
        return answerApproval({ context, call }, { ...answer, executionId });
      }
      await lookup.find(executionId, call);
      return sendOutput({ context, call }, { ...answer, executionId });
    },
    async pushStep(executionId, { timeoutMs, id = randomUUID(), ...step }) {
      const call = new Call(context, { timeoutMs, retryId: id });
      await lookup.find(executionId, call);
      return pushStep({ context, call }, { ...step, id, executionId });
    },
    async rerun(executionId, options = {}) {
      const { executionId: id } = await rerunExecution({ context, lookup }, executionId, options);
      return { executionId: id };
    },
    async cancel(executionId) {
      const call = new Call(context);
      await lookup.find(executionId, call);
      await call.send(() => cancelWorkflow(context.temporal, executionId));
    },
  };
}

function readingMethods(
  context: ClientContext,
  lookup: ExecutionLookup,
): Omit<
  Executions,
  keyof ReturnType<typeof actingMethods> | keyof ReturnType<typeof listingMethods> | 'waterfall' | 'step'
> {
  const { db, user } = context;
  return {
    get: (executionId) => lookup.find(executionId),
    async details(executionId, { timeoutMs, hasItems } = {}) {
      const call = new Call(context, { timeoutMs });
      await lookup.find(executionId, call);
      const details = await call.read(() =>
        loadExecutionDetails(db, { executionIds: [executionId], hasItems }),
      );
      return details.get(executionId) ?? NO_DETAILS;
    },
    async node(executionId, nodeId) {
      const call = new Call(context);
      await lookup.find(executionId, call);
      const work = await call.read(() => loadNodeWork(db, { executionId, nodeId }));
      if (!work) throw nodeNotFound(executionId, nodeId);
      return work;
    },
    async calls(executionId) {
      const call = new Call(context);
      await lookup.find(executionId, call);
      return call.read(() => listModelCalls(db, executionId));
    },
    explain: (id) => explainCalls(context, id),
    planCall: (id, settings) => planStoredCall(context, { id, settings }),
    trajectory: (id, options) => readTrajectory(context, { ...options, id }),
    stream: (executionId, options) =>
      streamExecution(context, {
        executionId,
        ...options,
        check: (call) => lookup.checkStreamable(executionId, call),
        whenMissing: (call) => lookup.checkWorkflowIsOpen(executionId, call),
      }),
    async tree(id, { timeoutMs, hasItems } = {}) {
      const call = new Call(context, { timeoutMs });
      const trees = await call.read(() => readTree(db, { id, user, hasItems }));
      if (trees.length === 0) throw executionNotFound(id);
      return trees;
    },
    async queues(executionId) {
      const call = new Call(context);
      return readQueues({ context, call }, await lookup.find(executionId, call));
    },
  };
}

function listingMethods(context: ClientContext): Pick<Executions, 'waiting' | 'list' | 'search'> {
  const { db, user } = context;
  return {
    waiting: async ({ limit = DEFAULT_LIMIT, timeoutMs, ...filter } = {}) =>
      new Call(context, { timeoutMs }).read(() =>
        listOpenApprovals(db, { ...filter, limit: checkLimit(limit), user: user ?? filter.user }),
      ),
    list: async ({ limit = DEFAULT_LIMIT, timeoutMs, ...filter } = {}) =>
      orInvalidCursor(() =>
        new Call(context, { timeoutMs }).read(() =>
          listExecutions(db, { ...filter, limit: checkLimit(limit), user: user ?? filter.user }),
        ),
      ),
    search: async ({ limit = DEFAULT_LIMIT, timeoutMs, ...filter } = {}) =>
      orInvalidCursor(() =>
        new Call(context, { timeoutMs }).read(() =>
          searchExecutions(db, { ...filter, limit: checkLimit(limit), user: user ?? filter.user }),
        ),
      ),
  };
}

function waterfallMethods(
  context: ClientContext,
  lookup: ExecutionLookup,
): Pick<Executions, 'waterfall' | 'step'> {
  return {
    waterfall: (executionId, page) => readWaterfall(context, { ...page, executionId }),
    async step(executionId, step) {
      const call = new Call(context);
      await lookup.find(executionId, call);
      const work = await call.read(() => loadStepWork(context.db, { executionId, step }));
      if (!work) throw stepNotFound(executionId, step);
      return work;
    },
  };
}

async function cancelWorkflow(temporal: ClientContext['temporal'], executionId: string): Promise<void> {
  try {
    await temporal.workflow.getHandle(executionId).cancel();
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

function pushStep(
  { context: { temporal }, call }: { context: Pick<ClientContext, 'temporal'>; call: Call },
  { executionId, id, ...input }: PushStepInput & { executionId: string; id: string },
): Promise<PushStepResult> {
  const handle = temporal.workflow.getHandle(executionId);
  return call.send(async () => {
    try {
      return await handle.executeUpdate<PushStepResult, [PushStepInput]>(PUSH_STEP, {
        args: [input],
        updateId: id,
      });
    } catch (error) {
      if (error instanceof WorkflowNotFoundError || updateFailureType(error) === ACCEPTED_BY_ENDED)
        throw ended(executionId, error);
      throw error;
    }
  });
}

function ended(executionId: string, cause: unknown): ThreadlineError {
  return new ThreadlineError(
    'Execution.NotRunning',
    `Execution '${executionId.slice(0, 200)}' has ended and accepts no steps`,
    { cause },
  );
}
