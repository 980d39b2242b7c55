import { CancellationScope, log, workflowInfo } from '@temporalio/workflow';
import type { ExecutionInput, ExecutionResult } from '../../protocol/messages.js';
import { startUpkeepChild } from '../start-upkeep-child.js';

/**
 * Starts the upkeep of an execution outside conversations that left work, and waits until it has begun, since only then
 * does it outlive this Workflow. A turn's work is its conversation's to do, and a sub-execution's its root's. One that
 * cannot be started costs the descriptions, not the answer.
 */
export async function describeLater(
  input: ExecutionInput,
  { upkeep }: Pick<ExecutionResult, 'upkeep'>,
): Promise<void> {
  if (upkeep !== true || 'turnId' in input || 'parentId' in input) return;
  const { workflowId: executionId, typedSearchAttributes } = workflowInfo();
  try {
    await CancellationScope.nonCancellable(() =>
      startUpkeepChild({
        input: { executionId },
        workflowId: executionId,
        purpose: `an execution of ${input.flow}`,
        typedSearchAttributes,
      }),
    );
  } catch (error) {
    log.warn('The upkeep could not be started', { reason: String(error) });
  }
}
