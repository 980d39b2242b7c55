import type { ToolOutput } from '../../../context/message/entries.js';
import { readResultLimit, takesPictures } from '../../agent/node-model.js';
import { storeToolOutput } from '../../agent/tools/store-tool-output.js';
import { countToolCall } from '../../count-metrics.js';
import type { ActivityDependencies } from '../../dependencies.js';
import type { SpawnCall } from './spawn-call.js';

export async function storeSpawnResult(
  { db, settings }: Pick<ActivityDependencies, 'db' | 'settings'>,
  { execution, step, ordinal, workflowId, nodeId, call, config }: SpawnCall,
  result: { output: ToolOutput; canStore: boolean },
): Promise<void> {
  const isEnded = await storeToolOutput(db, {
    executionId: execution.id,
    step,
    ordinal,
    workflowId,
    nodeId,
    call,
    ...result,
    takesPictures: takesPictures(config),
    limit: readResultLimit(config, settings),
  });
  if (isEnded) countToolCall(call.toolName, result.output);
}
