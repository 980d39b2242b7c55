import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../../config.js';
import type { Executions } from '../../client/executions/executions.js';
import type { AnswerInput, PushStepInput } from '../../protocol/messages.js';
import { CommandError, usageError } from '../program/command-error.js';
import { isFinal, type ExecutionStatus } from '../../flow/execution/execution-status.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { formatExecution } from './format-execution.js';
import { formatExecutionTree } from './format-execution-tree.js';
import { formatExecutions } from './format-executions.js';
import { withClient, withSystem } from '../system/open-client.js';
import { noteCutOff } from '../format/note-cut-off.js';
import type { Output } from '../format/output.js';
import { withExecution } from './with-execution.js';
import type { AgentQueuesView, ListedExecution, QueuedStep } from '../../views/execution.js';
import { formatTable } from '../format/format-table.js';
import { oneLine } from '../format/printable.js';
import type { Style } from '../format/style.js';

const STEP_CHARACTERS = 100;

type SearchFilter = NonNullable<Parameters<Executions['search']>[0]>;

export async function showExecutions(
  filter: SearchFilter & { limit: number },
  output: Output,
): Promise<void> {
  const views = await withClient(readConfig(), ({ executions }) => findExecutions(executions, filter));
  output.result(views, () =>
    views.length === 0 ? 'No matching executions' : formatExecutions(views, output.style),
  );
  noteCutOff(output, { shown: views.length, limit: filter.limit });
}

/** A page of a search may have no match, although older executions have. */
export async function findExecutions(
  executions: Pick<Executions, 'search'>,
  filter: SearchFilter & { limit: number },
): Promise<ListedExecution[]> {
  const { limit } = filter;
  const found: ListedExecution[] = [];
  for (let place = {}; ;) {
    const page = await executions.search({ ...filter, ...place, limit: limit - found.length });
    found.push(...page.executions);
    if (page.next === null || found.length >= limit) return found;
    place = { before: page.next };
  }
}

export async function answerExecution(
  { executionId, ...answer }: AnswerInput & { executionId: string },
  output: Output,
): Promise<void> {
  const result = await withExecution(executionId, async (executions, id) => ({
    executionId: id,
    ...(await executions.answer(id, answer)),
  }));
  const more = result.outcome === 'pending' ? `: ${result.missing} more must agree` : '';
  output.result(result, () =>
    result.call === undefined
      ? `Node '${result.nodeId}' is ${result.outcome}${more}`
      : `Tool call ${result.call} of node '${result.nodeId}' is ${result.outcome}${more}`,
  );
}

export async function pushInstruction(
  { executionId, ...step }: PushStepInput & { executionId: string },
  output: Output,
): Promise<void> {
  const result = await withExecution(executionId, async (executions, id) => ({
    executionId: id,
    ...(await executions.pushStep(id, step)),
  }));
  const { accepted, size, nodeId } = result;
  if (!accepted)
    throw new CommandError(`The queue of node '${nodeId}' is full (${size} steps): push again later`);
  output.result(result, () => `Queued for node '${nodeId}' as step ${size}`);
}

export async function showQueues(executionId: string, output: Output): Promise<void> {
  const agents = await withExecution(executionId, (executions, id) => executions.queues(id));
  output.result(agents, () =>
    agents.length === 0 ? 'No agent is running' : formatQueues(agents, output.style),
  );
}

export async function showExecution(
  named: string,
  { output, hasItems }: { output: Output; hasItems: boolean },
): Promise<void> {
  const execution = await withExecution(named, async (executions, id) => ({
    ...(await executions.get(id)),
    ...(await executions.details(id, { hasItems })),
    calls: await executions.calls(id),
  }));
  output.result(execution, () => formatExecution(execution, output.style));
}

export async function showTree(
  named: string,
  { output, hasItems }: { output: Output; hasItems: boolean },
): Promise<void> {
  const trees = await withExecution(named, (executions, id) => executions.tree(id, { hasItems }));
  output.result(trees, () => formatExecutionTree(trees, output.style));
}

const CANCEL_MS = 15_000;

export async function cancelExecution(named: string, output: Output): Promise<number> {
  if (/^conversation\/(?!.*\/turn\/)/.test(named))
    throw usageError(
      `'${named}' is a conversation, not an execution. Cancel one of its turns: '${named}/turn/<id>'. List them with 'threadline executions list'.`,
    );
  const { executionId, status } = await withExecution(named, async (executions, id) => {
    await executions.cancel(id);
    return { executionId: id, status: await statusAfter(executions, id) };
  });
  output.result({ executionId, status }, () =>
    isFinal(status)
      ? `Execution '${executionId}' is ${status}`
      : `Execution '${executionId}' is still ${status}, although cancellation was requested: is a worker running?`,
  );
  return isFinal(status) ? EXIT_CODES.ok : EXIT_CODES.failed;
}

async function statusAfter(executions: Executions, id: string): Promise<ExecutionStatus> {
  const deadline = Date.now() + CANCEL_MS;
  for (;;) {
    const { status } = await executions.get(id);
    if (isFinal(status) || Date.now() > deadline) return status;
    await sleep(200);
  }
}

interface Reconciled {
  finished: string[];
  woken: string[];
  failed: { id: string; error: string }[];
}

export async function reconcile(output: Output): Promise<number> {
  const config = readConfig();
  const result = await withSystem(config, async ({ temporal, db }) => {
    const { reconcileExecutions } = await import('../../activities/ending/reconcile-executions.js');
    const { createDescribeWorkflow } = await import('../../worker/describe-workflow.js');
    const { wakeAllConversations } = await import('../../worker/wake-conversations.js');
    const failed: Reconciled['failed'] = [];
    const onFailure = (id: string, error: string) => void failed.push({ id, error });
    const describeWorkflow = createDescribeWorkflow(temporal);
    const finished = await reconcileExecutions({ db, describeWorkflow, warn: () => undefined, onFailure });
    const woken = await wakeAllConversations(
      { db, temporal, taskQueue: config.taskQueue, onFailure },
      { afterSeconds: 0 },
    );
    return { finished, woken, failed };
  });
  output.result(result, () => formatReconciled(result));
  return result.failed.length === 0 ? EXIT_CODES.ok : EXIT_CODES.failed;
}

function formatReconciled({ finished, woken, failed }: Reconciled): string {
  const parts = [
    finished.length === 0 ? 'No execution to finish' : `Finished:\n${finished.join('\n')}`,
    woken.length === 0 ? 'No conversation to wake' : `Woken:\n${woken.join('\n')}`,
    ...failed.map(({ id, error }) => `'${id}' failed: ${error}`),
  ];
  return parts.join('\n');
}

export function formatQueues(agents: readonly AgentQueuesView[], style: Style): string {
  return agents.map((agent) => formatAgent(agent, style)).join('\n\n');
}

function formatAgent({ nodeId, iteration, running, waiting }: AgentQueuesView, style: Style): string {
  const rows = [...(running ? [{ ...running, state: 'running' }] : []), ...waiting.map(asWaiting)];
  const name = `Agent '${nodeId}'${iteration === '' ? '' : `, item ${iteration}`}`;
  if (rows.length === 0) return `${name}: empty`;
  const table = formatTable({ rows, style }, [
    { header: 'QUEUE', value: ({ queue }) => queue },
    { header: 'STATE', value: ({ state }) => state },
    { header: 'STEP', value: stepWords },
  ]);
  return `${name}\n${table}`;
}

function asWaiting(step: QueuedStep): QueuedStep & { state: string } {
  return { ...step, state: 'waiting' };
}

function stepWords({ text, tool, ordinal }: QueuedStep): string {
  if (text !== null) return oneLine(text, STEP_CHARACTERS);
  return tool === null ? (ordinal === 0 ? 'the question' : '-') : `tool ${tool}`;
}
