import { describeMisfit } from '../activities/agent/tools/parse-tool-input.js';
import { errorMessage } from '../protocol/error-message.js';
import type { Database } from '../store/database.js';
import { listAskedInputs, storeMisfit } from '../store/nodes/stuck-approvals.js';
import type { StuckApproval } from '../views/health.js';
import type { ToolRegistry } from '../extend/tools/tool-registry.js';

const REASON_CHARACTERS = 1_000;
/** Looks back this far, because a running transaction may commit rows with an earlier time. */
const OVERLAP_MS = 60_000;

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
    if (newest) since = new Date(newest.askedAt.getTime() - OVERLAP_MS);
  };
}

/** Without their reasons, which may quote the input. */
export function describeStuck(stuck: readonly StuckApproval[]): string[] {
  return stuck.map(
    ({ executionId, call, toolName, isToolGone }) =>
      `The approval of call ${call} of '${executionId}' can no longer run: ` +
      (isToolGone ? `no live worker has tool '${toolName}'` : `its input does not fit tool '${toolName}'`),
  );
}
