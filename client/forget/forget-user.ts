import type { Client } from '@temporalio/client';
import type { AuditActor } from '../../store/audit/audit-log.js';
import type { Database } from '../../store/database.js';
import { forgetFiles, forgetSessionFiles } from '../../store/trajectory/files/forget-files.js';
import { conversationWorkflowId, ownExecutionPrefix } from '../../protocol/ids.js';
import { listAllSlugs } from '../../store/flows/flows.js';
import {
  addRows,
  forgetUser,
  listForksOfOthers,
  listUserWorkflowIds,
  NO_ROWS,
  type UserRows,
} from '../../store/users/forget-user.js';
import { deleteWorkflows, unlessGone } from '../../temporal/delete-workflows.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import type { ForgottenUser } from '../../views/user.js';

interface UserPlaces {
  temporal: Client;
  db: Database;
  folder: string | undefined;
}

export async function forget(
  context: ClientContext,
  user: string,
  options: CallOptions,
): Promise<ForgottenUser> {
  const { temporal, db, trajectoryFolder: folder, actor, via } = context;
  const by = { actor: actor ?? context.user ?? 'client', via };
  return forgetEverything({ temporal, db, folder }, { user, by, call: new Call(context, options) });
}

/** More rounds, because a turn may be accepted meanwhile. */
const MAX_ROUNDS = 5;

/** Repeats while running turns store more rows. Includes other users' forks. Idempotent after a failure. */
export async function forgetEverything(
  places: UserPlaces,
  { user, by, call }: { user: string; by: AuditActor; call: Call },
): Promise<ForgottenUser> {
  const runIds = new Set<string>();
  let exportedSessions = 0;
  let rows: UserRows | undefined;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const runsBefore = runIds.size;
    for (const runId of await endWorkflows(places, { user, call })) runIds.add(runId);
    // Last, because the rows name everything outside the database.
    exportedSessions += await deleteFiles(places, { user, call });
    const deleted = await call.store(() => forgetUser(places.db, user, round === 1 ? by : undefined));
    rows = rows ? addRows(rows, deleted) : deleted;
    const hasDeleted = runIds.size > runsBefore || Object.values(deleted).some((count) => count > 0);
    if (!hasDeleted) break;
  }
  return { workflowRuns: runIds.size, rows: rows ?? NO_ROWS, exportedSessions };
}

async function endWorkflows(
  { temporal, db }: UserPlaces,
  { user, call }: { user: string; call: Call },
): Promise<ReadonlySet<string>> {
  const [{ conversations, executions, claimed }, flows] = await call.read(() =>
    Promise.all([listUserWorkflowIds(db, user), listAllSlugs(db)]),
  );
  const unbegun = await call.read(() => keepOwned(temporal, { user, workflowIds: claimed }));
  const named = flows.flatMap((flow) => plainWorkflowId(flow, user) ?? []);
  const { runIds } = await call.send(() =>
    deleteWorkflows(temporal, {
      conversations: [...new Set([...named, ...conversations])],
      executions: [...executions, ...unbegun],
      // A channel whose conversation no worker has started has no row.
      prefixes: [...named.map((id) => `${id}/`), ...flows.map((flow) => ownExecutionPrefix(flow, user))],
    }),
  );
  return runIds;
}

/** Another user may have started the execution first. */
async function keepOwned(
  temporal: Client,
  { user, workflowIds }: { user: string; workflowIds: readonly string[] },
): Promise<string[]> {
  const owned: string[] = [];
  for (const workflowId of workflowIds) {
    const found = await unlessGone(temporal.workflow.getHandle(workflowId).describe());
    if (found?.memo?.['user'] === user) owned.push(workflowId);
  }
  return owned;
}

function plainWorkflowId(flow: string, user: string): string | undefined {
  try {
    return conversationWorkflowId({ flow, user });
  } catch {
    return undefined;
  }
}

async function deleteFiles(
  { db, folder }: UserPlaces,
  { user, call }: { user: string; call: Call },
): Promise<number> {
  if (folder === undefined) return 0;
  const forks = await call.read(() => listForksOfOthers(db, user));
  for (const { workflowId: session, user: other } of forks)
    await call.store(() => forgetSessionFiles(folder, { user: other, session }));
  return call.store(() => forgetFiles(folder, user));
}
