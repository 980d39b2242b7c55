import type { Client } from '@temporalio/client';
import { reconcileExecutions } from '../activities/reconcile-executions.js';
import type { ProjectConfig } from '../define-config.js';
import { errorMessage } from '../protocol/error-message.js';
import type { Database } from '../store/database.js';
import type { WorkerDeployment } from '../temporal/worker-deployment.js';
import type { Closers } from './closers.js';
import { createDescribeWorkflow } from './describe-workflow.js';
import { keepLooking } from './keep-looking.js';
import { toWarn, type Note } from './note.js';
import { reportVersions } from './report-versions.js';
import { scheduleRetention } from './schedule-retention.js';
import { sweepStoredTexts } from '../store/conversation/sweep-stored-texts.js';
import { sweepUploads } from '../store/uploads/sweep-uploads.js';
import { sweepRequestKeys } from '../store/users/request-keys.js';
import { keepDoing } from './keep-doing.js';

const HOUR_MS = 3_600_000;

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
  void reconcile({ db, describeWorkflow: createDescribeWorkflow(temporal), warn: toWarn(note) }, note);
  void scheduleRetention({ db, temporal, taskQueue }, project.retention ?? {}).catch((error: unknown) =>
    note('WARN', `Retention could not be scheduled: ${errorMessage(error)}`),
  );
  void reportVersions({ temporal, namespace, taskQueue, deployment }, note);
  opened.add(keepLooking({ db, temporal, taskQueue }, { note }));
  opened.add(keepSwept({ db }, note));
}

async function reconcile(dependencies: Parameters<typeof reconcileExecutions>[0], note: Note): Promise<void> {
  try {
    for (const id of await reconcileExecutions(dependencies))
      note('INFO', `Finished the rows of '${id}', whose Workflow is gone`);
  } catch (error) {
    note('WARN', `Reconciling executions failed: ${errorMessage(error)}`);
  }
}

/** Not at once: after an outage of a day, messages and executions in Temporal first claim their texts and files. */
export function keepSwept(
  { db, everyMs = HOUR_MS }: { db: Database; everyMs?: number },
  note: (level: string, message: string) => void,
): () => Promise<void> {
  return keepDoing(sweep, {
    everyMs,
    afterPause: true,
    onError: (error) => note('WARN', `Sweeping failed: ${errorMessage(error)}`),
  });

  async function sweep(): Promise<void> {
    const texts = await sweepStoredTexts(db);
    if (texts > 0) note('INFO', `Removed ${texts} texts whose messages never came`);
    const uploads = await sweepUploads(db);
    if (uploads > 0) note('INFO', `Removed ${uploads} files that no message has`);
    await sweepRequestKeys(db);
  }
}
