import { describeMisfit } from '../activities/agent/tools/parse-tool-input.js';
import { errorMessage } from '../protocol/error-message.js';
import type { Database } from '../store/database.js';
import { listAskedInputs, storeMisfit, type StuckApproval } from '../store/nodes/stuck-approvals.js';
import type { ToolRegistry } from '../tools/tool-registry.js';

const REASON_CHARACTERS = 1_000;
/** Rows of a transaction that is under way now have an earlier time than their commit. */
const OVERLAP_MS = 60_000;

/**
 * Makes the function that checks whether this worker's tools accept the inputs that people are asked about. The first check covers
 * all open approvals, each later one those since the check before.
 */
export function createApprovalCheck({
  db,
  worker,
  tools,
}: {
  db: Database;
  worker: string;
  tools: Pick<ToolRegistry, 'find'>;
}): () => Promise<void> {
  let since = new Date(0);
  return async function checkApprovals() {
    const asked = await listAskedInputs(db, since);
    for (const { key, toolName, input } of asked) {
      const tool = tools.find(toolName);
      const reason = tool && (await describeMisfit(tool, input).catch(errorMessage));
      if (reason !== undefined)
        await storeMisfit(db, { key, worker, reason: reason.slice(0, REASON_CHARACTERS) });
    }
    const [newest] = asked;
    if (newest !== undefined) since = new Date(newest.askedAt.getTime() - OVERLAP_MS);
  };
}

/** Describes the approvals that no live worker can run. The reasons stay out: they may quote the input. */
export function describeStuck(stuck: readonly StuckApproval[]): string[] {
  return stuck.map(
    ({ executionId, call, toolName, isToolGone }) =>
      `The approval of call ${call} of '${executionId}' can no longer run: ` +
      (isToolGone ? `no live worker has tool '${toolName}'` : `its input does not fit tool '${toolName}'`),
  );
}
