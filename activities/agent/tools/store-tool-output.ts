import { Context, log } from '@temporalio/activity';
import type { ToolOutput } from '../../../context/message/entries.js';
import { ArtifactsRefusedError } from '../../../store/artifacts/artifacts-refused-error.js';
import type { Database } from '../../../store/database.js';
import type { Touched } from '../../../trajectory/touched/touched-thing.js';
import type { TrajectoryWrite } from '../../../trajectory/writes/trajectory-write.js';
import type { ToolCallKey } from '../../../store/call-key.js';
import { storeToolResult } from '../../../store/calls/stored-tool-calls.js';
import { describeToolCall } from '../../../tracing/genai.js';
import { sendSpan } from '../../../tracing/send-span.js';
import { toolCallSpanIds } from '../../../tracing/span-ids.js';
import { capToolOutput } from './cap-tool-output.js';
import type { AskedToolCall } from './open-tool-call.js';

export interface GivenToolOutput extends ToolCallKey {
  workflowId: string;
  nodeId: string;
  call: AskedToolCall;
  output: ToolOutput;
  takesPictures: boolean;
  limit: number;
  countText?: ((text: string) => number) | undefined;
  canStore: boolean;
  canRead?: boolean;
  isUnknown?: boolean | undefined;
  /** The caller ran the tool, so the call has no trace span. */
  isCallers?: boolean;
  touched?: readonly Touched[];
  writes?: readonly TrajectoryWrite[];
}

/** Omits artifacts that Postgres rejects, so the execution can continue. */
export async function storeToolOutput(db: Database, given: GivenToolOutput): Promise<boolean> {
  const {
    executionId,
    step,
    ordinal,
    workflowId,
    nodeId,
    canStore,
    canRead = true,
    isUnknown,
    isCallers = false,
    touched = [],
    writes = [],
    ...result
  } = given;
  const storageLimit = { taskQueue: Context.current().info.taskQueue };
  const key = { executionId, step, ordinal, workflowId, isUnknown, touched, writes, storageLimit };
  const cap = (mayStore: boolean) => capToolOutput({ ...result, step, ordinal, canRead, canStore: mayStore });
  try {
    return await store(canStore);
  } catch (error) {
    if (!(error instanceof ArtifactsRefusedError)) throw error;
    log.warn('A large tool result was not stored', { tool: given.call.toolName, reason: error.message });
    return store(false);
  }

  async function store(mayStore: boolean): Promise<boolean> {
    const capped = cap(mayStore);
    const startedAt = await storeToolResult(db, { ...key, ...capped });
    if (!startedAt) return false;
    if (isCallers) return true;
    sendSpan(() => ({
      ids: toolCallSpanIds(workflowId, { step, ordinal }),
      startedAt,
      ...describeToolCall({
        executionId: workflowId,
        nodeId,
        step,
        ...given.call,
        isError: capped.isError,
        isUnknown: isUnknown === true,
      }),
    }));
    return true;
  }
}
