import { CancellationScope, getExternalWorkflowHandle, log } from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { toConversationKey, upkeepWorkflowId } from '../../protocol/ids.js';
import { wakeSignal } from '../definitions.js';
import { conversationAttributes, toAttributes } from '../search-attributes.js';
import { startUpkeepChild } from '../start-upkeep-child.js';
import type { ConversationState } from './conversation-state.js';

/** The upkeep outlives this run. If it fails, the upkeep of the next answered turn does the work. */
export function startUpkeep(state: ConversationState): void {
  // Even a canceled turn may leave work.
  CancellationScope.nonCancellable(() => reach(state)).catch((error: unknown) =>
    log.warn('The upkeep could not be started', { reason: String(error) }),
  );
}

/** Only the server knows an upkeep that an earlier run started: it refuses to start another. */
async function reach(state: ConversationState): Promise<void> {
  if (state.isUpkeepRunning && (await wake(state))) return;
  try {
    await start(state);
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    // If the running upkeep closes before the Signal arrives, another can start.
    if (!(await wake(state))) await start(state);
  }
}

async function wake({ conversationId }: ConversationState): Promise<boolean> {
  try {
    await getExternalWorkflowHandle(upkeepWorkflowId(conversationId)).signal(wakeSignal);
    return true;
  } catch {
    return false;
  }
}

async function start(state: ConversationState): Promise<void> {
  const { conversationId, registered, key } = state;
  const child = await startUpkeepChild({
    input: toConversationKey(key),
    servedId: conversationId,
    purpose: `${key.user} with ${key.flow}`,
    typedSearchAttributes: toAttributes(registered, conversationAttributes(state)),
  });
  state.isUpkeepRunning = true;
  const note = (): void => {
    state.isUpkeepRunning = false;
  };
  child.result().then(note, note);
}
