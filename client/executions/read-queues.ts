import { hasTrait } from '../../flow/kinds/traits.js';
import { QueryNotRegisteredError, WorkflowNotFoundError } from '@temporalio/client';
import type { AgentConfig } from '../../flow/kinds/agent.js';
import type { QueueName, StepPlace } from '../../protocol/queued-steps.js';
import { isFinal } from '../../flow/execution/execution-status.js';
import { loadRunSteps } from '../../store/nodes/agent-steps.js';
import type { ExecutionView, QueuedStep, AgentQueuesView } from '../../views/execution.js';
import { viewFlowVersion } from '../../store/flows/flow-views.js';
import type { AgentQueueSizes, ExecutionQueries } from '../../protocol/messages.js';
import type { Call } from '../call/call.js';
import type { ClientContext } from '../client-context.js';

const QUEUES = 'queues' satisfies keyof ExecutionQueries;

export async function readQueues(
  { context: { temporal, db }, call }: { context: Pick<ClientContext, 'temporal' | 'db'>; call: Call },
  {
    executionId,
    flow: slug,
    flowVersion: version,
    status,
  }: Pick<ExecutionView, 'executionId' | 'flow' | 'flowVersion' | 'status'>,
): Promise<AgentQueuesView[]> {
  const runs = isFinal(status) ? [] : await call.query(() => queryQueues(temporal, executionId));
  if (runs.length === 0) return [];
  const flow = await call.read(() => viewFlowVersion(db, { slug, version }));
  return Promise.all(
    runs.map(async (sizes) => {
      const rows = await call.read(() => loadRunSteps(db, { workflowId: executionId, run: sizes.run }));
      const node = flow?.definition.nodes.find(({ id }) => id === sizes.nodeId);
      return toQueuesView(sizes, {
        rows,
        planned: hasTrait(node, 'hasTools') ? node.config.queues : undefined,
      });
    }),
  );
}

async function queryQueues(
  temporal: ClientContext['temporal'],
  executionId: string,
): Promise<readonly AgentQueueSizes[]> {
  try {
    return await temporal.workflow.getHandle(executionId).query<readonly AgentQueueSizes[]>(QUEUES);
  } catch (error) {
    // The row may exist before the Workflow or its Query handlers.
    if (error instanceof WorkflowNotFoundError || error instanceof QueryNotRegisteredError) return [];
    throw error;
  }
}

interface RunSteps {
  rows: Awaited<ReturnType<typeof loadRunSteps>>;
  planned: AgentConfig['queues'];
}

function toQueuesView(sizes: AgentQueueSizes, steps: RunSteps): AgentQueuesView {
  const { nodeId, iteration, pre, todo, post, running, waitingTodo } = sizes;
  const resolve = (place: StepPlace): QueuedStep => toQueuedStep(place, steps);
  const findLast = (queue: 'pre' | 'post', count: number): StepPlace[] =>
    placesFrom(queue, { first: (steps.planned?.[queue]?.length ?? 0) - count + 1, count });
  return {
    nodeId,
    iteration,
    pre,
    todo,
    post,
    running: running && resolve(running),
    waiting: [
      ...findLast('pre', pre),
      ...waitingTodo.map((ordinal): StepPlace => ({ queue: 'todo', ordinal })),
      ...findLast('post', post),
    ].map(resolve),
  };
}

function toQueuedStep({ queue, ordinal }: StepPlace, { rows, planned }: RunSteps): QueuedStep {
  const row = rows.find((one) => one.queue === queue && one.ordinal === ordinal);
  const step = queue === 'todo' ? undefined : planned?.[queue]?.[ordinal - 1];
  return {
    queue,
    ordinal,
    text: row?.content ?? (typeof step === 'string' ? step : null),
    tool: typeof step === 'object' ? step.tool : null,
  };
}

function placesFrom(queue: QueueName, { first, count }: { first: number; count: number }): StepPlace[] {
  return Array.from({ length: count }, (_, index) => ({ queue, ordinal: first + index }));
}
