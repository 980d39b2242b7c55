import { log } from '@temporalio/activity';
import type { Database } from '../../store/database.js';
import { findFailedChild } from '../../store/execution/find-failed-child.js';
import type { EndedExecution } from '../../store/execution/finish-execution.js';
import { countEnd } from '../count-metrics.js';
import { hashUser } from '../../telemetry/hash-user.js';
import { workflowFacts, type LogFacts } from '../../telemetry/workflow-facts.js';
import { describeExecution } from '../../tracing/genai.js';
import { sendSpan } from '../../tracing/send-span.js';
import { executionSpanIds } from '../../tracing/span-ids.js';

export type Warn = (message: string, facts: LogFacts & Record<string, unknown>) => void;

/** A deeper chain of causes is usually a cycle. */
const MAX_CAUSES = 5;

/** Never rejects. */
export async function reportEnd(
  db: Database,
  ended: EndedExecution | undefined,
  warn: Warn = (message, facts) => log.warn(message, facts),
): Promise<void> {
  if (!ended) return;
  countEnd(ended);
  traceExecution(ended);
  // The parent of a sub-execution may handle the failure.
  if (ended.status !== 'failed' || ended.kind === 'sub-execution') return;
  const { workflowId: execution, flow, user, kind, failedNode, seconds } = ended;
  warn(kind === 'turn' ? 'Turn failed' : 'Execution failed', {
    ...workflowFacts(execution),
    flow,
    execution,
    ...(user !== null && { user: hashUser(user) }),
    type: ended.errorType,
    reason: ended.errorMessage,
    node: failedNode?.nodeId,
    causes: await listCauses(db, { workflowId: execution, nodeId: failedNode?.nodeId ?? null }),
    seconds,
  });
}

async function listCauses(
  db: Database,
  from: { workflowId: string; nodeId: string | null },
): Promise<object[]> {
  const causes: object[] = [];
  let { workflowId, nodeId } = from;
  try {
    while (causes.length < MAX_CAUSES) {
      const child = await findFailedChild(db, { workflowId, nodeId });
      if (!child) break;
      ({ workflowId, nodeId } = child);
      const { errorType: type, errorMessage: reason } = child;
      causes.push({ execution: workflowId, type, reason, node: nodeId });
    }
  } catch {
    // Failures of the store are logged elsewhere.
  }
  return causes;
}

function traceExecution(ended: EndedExecution): void {
  const { workflowId: executionId, begun, seconds, flow, status, errorType } = ended;
  if (!begun) return;
  const { flowVersion, usage, askedBy } = begun;
  sendSpan(() => ({
    ids: executionSpanIds(executionId, askedBy),
    startedAt: new Date(Date.now() - seconds * 1_000),
    ...describeExecution({ executionId, flow, flowVersion, status, usage, errorType }),
  }));
}
