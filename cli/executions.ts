import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '../config.js';
import type { Executions } from '../client/executions.js';
import { isFinal, type ExecutionStatus } from '../flow/status.js';
import { formatExecution } from './format/format-execution.js';
import { formatExecutions, formatExecutionTree } from './format/format-executions.js';
import { withClient, withSystem } from './open-client.js';
import type { Output } from './output.js';

/** Prints the executions that match. */
export async function listExecutions(
  filter: NonNullable<Parameters<Executions['list']>[0]>,
  output: Output,
): Promise<void> {
  const views = await withClient(readConfig(), (client) => client.executions.list(filter));
  output.result(views, () =>
    views.length === 0 ? 'No execution matches' : formatExecutions(views, output.style),
  );
}

/** Prints all there is to know of one execution. */
export async function showExecution(id: string, output: Output): Promise<void> {
  const execution = await withClient(readConfig(), async ({ executions }) => ({
    ...(await executions.get(id)),
    calls: await executions.calls(id),
  }));
  output.result(execution, () => formatExecution(execution, output.style));
}

/** Prints an execution with all below it, or the turns of a conversation. */
export async function showTree(id: string, output: Output): Promise<void> {
  const trees = await withClient(readConfig(), (client) => client.executions.tree(id));
  output.result(trees, () => formatExecutionTree(trees, output.style));
}

/** A cancel is seen within seconds; one that takes longer is told as asked for. */
const CANCEL_MS = 15_000;

/** Cancels an execution and waits a while for its end. */
export async function cancelExecution(executionId: string, output: Output): Promise<void> {
  const status = await withClient(readConfig(), async ({ executions }) => {
    await executions.cancel(executionId);
    return statusAfter(executions, executionId);
  });
  output.result({ executionId, status }, () =>
    isFinal(status)
      ? `Execution '${executionId}' is ${status}`
      : `Execution '${executionId}' is asked to end and is ${status} still: does a worker run?`,
  );
}

async function statusAfter(executions: Executions, id: string): Promise<ExecutionStatus> {
  const deadline = Date.now() + CANCEL_MS;
  for (;;) {
    const { status } = await executions.get(id);
    if (isFinal(status) || Date.now() > deadline) return status;
    await sleep(200);
  }
}

/** Finishes the rows of executions whose Workflow is gone. */
export async function reconcile(output: Output): Promise<void> {
  const finished = await withSystem(readConfig(), async ({ temporal, db }) => {
    const { reconcileExecutions } = await import('../activities/reconcile-executions.js');
    const { createDescribeWorkflow } = await import('../worker/describe-workflow.js');
    return reconcileExecutions({ db, describeWorkflow: createDescribeWorkflow(temporal) });
  });
  output.result({ finished }, () =>
    finished.length === 0 ? 'Every execution that is open runs' : `Finished:\n${finished.join('\n')}`,
  );
}
