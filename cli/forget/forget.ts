import type { Config } from '../../config.js';
import { Call } from '../../client/call/call.js';
import { forgetEverything } from '../../client/forget/forget-user.js';
import type { ForgottenUser } from '../../views/user.js';
import { countUserRows, listForksOfOthers, type UserRows } from '../../store/users/forget-user.js';
import { agree } from '../input/agree.js';
import { usageError } from '../program/command-error.js';
import { oneLine } from '../format/printable.js';
import { withSystem } from '../system/open-client.js';
import type { Output } from '../format/output.js';
import { findTrajectoryFolder } from '../project/find-trajectory-folder.js';

/** Long, because Temporal deletes Workflows one at a time. */
const TIMEOUT_MS = 600_000;

interface ForgetInput {
  config: Config;
  user: string;
  isAgreed: boolean;
  output: Output;
}

/** Deletes Workflows before rows, because only the rows contain their ids. Idempotent. Throws without confirmation. */
export async function forget({ config, user, isAgreed, output }: ForgetInput): Promise<void> {
  const canAsk = process.stdin.isTTY === true && !output.isJson;
  if (!isAgreed && !canAsk)
    throw usageError(`Forgetting user '${oneLine(user)}' cannot be undone and needs confirmation: add --yes`);
  const folder = await findTrajectoryFolder(config);
  await withSystem(config, async ({ temporal, db }) => {
    const rows = await countUserRows(db, user);
    const forks = await listForksOfOthers(db, user);
    const found = `User '${oneLine(user)}' has ${describeRows(rows)}`;
    for (const { workflowId } of forks)
      output.note(`'${oneLine(workflowId)}' is a fork of this user's conversation and will be deleted, too`);
    if (!isAgreed) {
      output.note(found);
      await agree(
        `Nothing was deleted. To delete the data of user '${oneLine(user)}', run the command again and type 'yes'`,
      );
    }
    const {
      workflowRuns: runs,
      rows: deleted,
      exportedSessions: folders,
    } = await forgetEverything(
      { temporal, db, folder },
      {
        user,
        by: { actor: config.login, via: 'command' },
        call: new Call({ temporal, timeoutMs: TIMEOUT_MS }),
      },
    );
    const warnings = folder === undefined ? [NO_FOLDER] : [];
    for (const warning of warnings) output.note(output.noteStyle.yellow(`Warning: ${warning}`));
    output.result(
      {
        user,
        workflowRuns: runs,
        rows: deleted,
        forks: forks.map(({ workflowId }) => workflowId),
        exportedSessions: folders,
        warnings,
      },
      () =>
        `Deleted ${describeRows(deleted)}${files(folders)} and ${runs} ${runs === 1 ? 'Workflow run' : 'Workflow runs'} of user '${oneLine(user)}'`,
    );
  });
}

const NO_FOLDER = 'exported files were not deleted, because no trajectory folder is configured';

function files(sessions: number): string {
  return sessions === 0
    ? ''
    : `, the exported files of ${sessions} ${sessions === 1 ? 'session' : 'sessions'}`;
}

const NAMES: Readonly<Record<keyof UserRows, readonly [one: string, many: string]>> = {
  conversation: ['conversation', 'conversations'],
  turn: ['turn', 'turns'],
  conversation_message: ['message', 'messages'],
  execution: ['execution', 'executions'],
  model_call: ['model call', 'model calls'],
  tool_call: ['tool call', 'tool calls'],
  trace_message: ['trace message', 'trace messages'],
  stream_chunk: ['stream chunk', 'stream chunks'],
  stored_text: ['stored text', 'stored texts'],
  attachment: ['attachment', 'attachments'],
  upload: ['file', 'files'],
  request_key: ['idempotency key', 'idempotency keys'],
  given_item: ['item added to a conversation', 'items added to conversations'],
  given_metadata: ['record of metadata', 'records of metadata'],
  memory: ['memory', 'memories'],
  flow_version: ['draft of a flow', 'drafts of flows'],
  api_key: ['API key', 'API keys'],
};

export function describeRows(rows: ForgottenUser['rows']): string {
  const parts = Object.entries(NAMES).flatMap(([table, [one, many]]) => {
    const count = rows[table] ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return parts.length === 0 ? 'no rows' : parts.join(', ');
}
