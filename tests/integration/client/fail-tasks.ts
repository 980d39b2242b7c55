import { Connection } from '@temporalio/client';
import type { TestSystem } from '../../../packages/testing/test-system.js';

const FAILURES = 3;

export async function failTasks(
  { environment, taskQueue, temporal }: TestSystem,
  workflowIds: readonly string[],
): Promise<void> {
  const namespace = 'default';
  const connection = await Connection.connect({ address: environment.temporalAddress });
  const failing = new Set(workflowIds);
  for (const id of workflowIds) await temporal.workflow.getHandle(id).signal('poke');
  while (failing.size > 0) {
    const { taskToken, workflowExecution, attempt } = await connection.withDeadline(Date.now() + 60_000, () =>
      connection.workflowService.pollWorkflowTaskQueue({ namespace, taskQueue: { name: taskQueue } }),
    );
    if (taskToken.length === 0) continue;
    if (attempt >= FAILURES) failing.delete(workflowExecution?.workflowId ?? '');
    await connection.workflowService
      .respondWorkflowTaskFailed({ namespace, taskToken, failure: { message: 'broken' } })
      .catch(() => undefined);
  }
  await connection.close();
}
