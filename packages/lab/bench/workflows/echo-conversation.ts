import { condition, defineUpdate, executeChild, setHandler, workflowInfo } from '@temporalio/workflow';
import type { echoTurn } from './echo-turn.js';

export const echoUpdate = defineUpdate<string, [text: string]>('echo');

/** The floor of a turn: runs a child, but stores and checks nothing. */
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
