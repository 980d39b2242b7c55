import type { Client } from '@temporalio/client';
import { reconcileExecutions } from '../activities/reconcile-executions.js';
import type { ProjectConfig } from '../define-config.js';
import { errorMessage } from '../protocol/error-message.js';
import type { Database } from '../store/database.js';
import type { WorkerDeployment } from '../temporal/worker-deployment.js';
import type { Closers } from './closers.js';
import { createDescribeWorkflow } from './describe-workflow.js';
import { keepLooking } from './keep-looking.js';
import { keepSwept } from './keep-swept.js';
import { reportVersions } from './report-versions.js';
import { scheduleRetention } from './schedule-retention.js';

type Note = (level: string, message: string) => void;

export function startUpkeep(
  {
    namespace,
    taskQueue,
    deployment,
    project,
  }: {
    namespace: string;
    taskQueue: string;
    deployment?: WorkerDeployment | undefined;
    project: Pick<ProjectConfig, 'retention'>;
  },
  { db, temporal, note, opened }: { db: Database; temporal: Client; note: Note; opened: Closers },
): void {
  void reconcile({ db, describeWorkflow: createDescribeWorkflow(temporal) }, note);
  void scheduleRetention({ db, temporal, taskQueue }, project.retention ?? {}).catch((error: unknown) =>
    note('WARN', `Retention could not be scheduled: ${errorMessage(error)}`),
  );
  void reportVersions({ temporal, namespace, taskQueue, deployment }, note);
  opened.add(keepLooking({ db, temporal, taskQueue }, { note }));
  opened.add(keepSwept({ db }, note));
}

/** Finishes the rows of terminated executions. */
async function reconcile(dependencies: Parameters<typeof reconcileExecutions>[0], note: Note): Promise<void> {
  try {
    for (const id of await reconcileExecutions(dependencies))
      note('INFO', `Finished the rows of '${id}', whose Workflow is gone`);
  } catch (error) {
    note('WARN', `Reconciling executions failed: ${errorMessage(error)}`);
  }
}
