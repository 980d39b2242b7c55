import { isOneOff } from '../../../../protocol/one-off.js';
import type { Caller } from '../../gateway-env.js';

/** False for a single answer's conversation, which cannot be deleted. */
export async function isOpenConversation(
  { client, user }: Caller,
  { flow, channel }: { flow: string; channel: string },
): Promise<boolean> {
  if (isOneOff(channel)) return true;
  const { conversations } = await client.conversations({ user, channel, flows: [flow], limit: 1 });
  return conversations.length > 0;
}
