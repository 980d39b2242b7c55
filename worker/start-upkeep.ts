import type { Client } from '@temporalio/client';
import type { ProjectConfig } from '../define-config.js';
import { errorMessage } from '../protocol/error-message.js';
import type { Database } from '../store/database.js';
import type { WorkerDeployment } from '../temporal/worker-deployment.js';
import type { Closers } from './closers.js';
import { watchForgottenWork } from './watch-forgotten-work.js';
import type { Note } from './create-note.js';
import { reportVersions } from './report-versions.js';
import { scheduleRetention } from './schedule-retention.js';

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
  {
    db,
    temporal,
    self,
    note,
    opened,
  }: { db: Database; temporal: Client; self: { id: string }; note: Note; opened: Closers },
): void {
  void scheduleRetention({ db, temporal, taskQueue }, project.retention ?? {}).catch((error: unknown) =>
    note('WARN', `Retention could not be scheduled: ${errorMessage(error)}`),
  );
  void reportVersions({ temporal, namespace, taskQueue, deployment }, note);
  opened.add(watchForgottenWork({ db, temporal, taskQueue }, { note, self }));
}
