import type { ConversationChange } from '../../../views/event.js';
import type { Threadline } from '../../../client/threadline.js';
import type { TestSystem } from '../../../packages/testing/test-system.js';
import { SECRET } from './things-of-ada.js';

export async function readChanges(
  system: TestSystem,
  { client, user }: { client: Threadline; user: string },
): Promise<ConversationChange[]> {
  const ask = (of: string, where: { channel: string; turnId: string }) =>
    system.client
      .conversation({ flow: 'assistant', user: of, channel: where.channel })
      .ask({ text: 'hi', turnId: where.turnId });
  const heard: ConversationChange[] = [];
  for await (const change of client.changes()) {
    heard.push(change);
    if (change.type === 'resync') {
      for (const other of [system.newUser('carol'), `${user}x`, `${user}/x`])
        await ask(other, { channel: SECRET, turnId: SECRET });
      await ask(user, { channel: 'changes', turnId: 'mine' });
    } else if (change.type === 'turn-ended' && change.channel === 'changes') break;
  }
  return heard;
}
