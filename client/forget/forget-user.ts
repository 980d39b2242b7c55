import type { Client } from '@temporalio/client';
import type { AuditActor } from '../../store/audit/audit-log.js';
import type { Database } from '../../store/database.js';
import { forgetFiles, forgetSessionFiles } from '../../store/trajectory-files/forget-files.js';
import {
  forgetUser,
  listForksOfOthers,
  listUserWorkflowIds,
  type UserRows,
} from '../../store/users/forget-user.js';
import { deleteWorkflows } from '../../temporal/delete-workflows.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';

/** The numbers of what was deleted with a user. */
export interface ForgottenUser {
  workflowRuns: number;
  /** Of each table. */
  rows: UserRows;
  /** Sessions whose exported trajectories were deleted, where a folder of them is known. */
  exportedSessions: number;
}

/** Where a user's things are. */
interface UserPlaces {
  temporal: Client;
  db: Database;
  /** Of exported trajectories; undefined: none is known. */
  folder: string | undefined;
}

/** Deletes everything of one user, as `Threadline.forget` says. */
export async function forget(
  context: ClientContext,
  user: string,
  options: CallOptions,
): Promise<ForgottenUser> {
  const { temporal, db, trajectoryFolder: folder, actor, via } = context;
  const by = { actor: actor ?? context.user ?? 'client', via };
  return forgetEverything({ temporal, db, folder }, { user, by, call: new Call(context, options) });
}

/**
 * Deletes everything of one user: first the Workflows, whose ids are in the rows, then the rows and the exported files, with the
 * conversations of others that were forked from one of the user's. May be repeated after a failure, or when all is gone.
 */
export async function forgetEverything(
  { temporal, db, folder }: UserPlaces,
  { user, by, call }: { user: string; by: AuditActor; call: Call },
): Promise<ForgottenUser> {
  const [ids, forks] = await call.read(() =>
    Promise.all([listUserWorkflowIds(db, user), listForksOfOthers(db, user)]),
  );
  const { runs } = await call.send(() => deleteWorkflows(temporal, ids));
  const rows = await call.store(() => forgetUser(db, user, by));
  let exportedSessions = 0;
  if (folder !== undefined) {
    exportedSessions = await call.store(() => forgetFiles(folder, user));
    for (const { workflowId: session, user: other } of forks)
      await call.store(() => forgetSessionFiles(folder, { user: other, session }));
  }
  return { workflowRuns: runs, rows, exportedSessions };
}
