import { isOneOff } from '../../../../protocol/one-off.js';
import type { Caller } from '../../gateway-env.js';

/** The caller may have deleted it, except conversations of single answers. */
export async function isOpenConversation(
  { client, user }: Caller,
  { flow, channel }: { flow: string; channel: string },
): Promise<boolean> {
  if (isOneOff(channel)) return true;
  return (await client.conversations({ user, channel, flows: [flow], limit: 1 })).length > 0;
}
