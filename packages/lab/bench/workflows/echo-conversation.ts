import { condition, defineUpdate, executeChild, setHandler, workflowInfo } from '@temporalio/workflow';
import type { echoTurn } from './echo-turn.js';

export const echoUpdate = defineUpdate<string, [text: string]>('echo');

export async function echoConversation(): Promise<void> {
  const { workflowId } = workflowInfo();
  let turns = 0;
  setHandler(echoUpdate, (text) => {
    turns += 1;
    return executeChild<typeof echoTurn>('echoTurn', {
      args: [text],
      workflowId: `${workflowId}/turn/${turns}`,
    });
  });
  await condition(() => false);
}
