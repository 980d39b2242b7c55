import { CancellationScope, log, workflowInfo } from '@temporalio/workflow';
import type { ExecutionInput, ExecutionResult } from '../../protocol/messages.js';
import { WAITS_FOR } from '../search-attributes.js';
import { startUpkeepChild } from '../start-upkeep-child.js';

export async function describeLater(
  input: ExecutionInput,
  { upkeep }: Pick<ExecutionResult, 'upkeep'>,
): Promise<void> {
  if (upkeep !== true || 'turnId' in input || 'parentId' in input) return;
  const { workflowId: executionId, typedSearchAttributes: own } = workflowInfo();
  try {
    await CancellationScope.nonCancellable(() =>
      startUpkeepChild({
        input: { executionId },
        workflowId: executionId,
        purpose: `an execution of ${input.flow}`,
        typedSearchAttributes: own.updateCopy([{ key: WAITS_FOR, value: null }]),
      }),
    );
  } catch (error) {
    log.warn('The upkeep could not be started', { reason: String(error) });
  }
}
