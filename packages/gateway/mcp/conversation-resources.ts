import type { ListResourcesResult, ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import type { Threadline } from '../../../client/threadline.js';
import { ThreadlineError } from '../../../client/threadline-error.js';
import type { HistoryMessage } from '../../../views/conversation.js';

const SCHEME = 'threadline://';
const PAGE = 50;
const MESSAGES = 100;

export async function listResources(
  client: Threadline,
  cursor: string | undefined,
): Promise<ListResourcesResult> {
  const { conversations, next } = await client.conversations({ limit: PAGE, before: cursor });
  const resources = conversations.map(({ workflowId, flow, title, lastMessageAt }) => ({
    uri: `${SCHEME}${workflowId}`,
    name: title ?? workflowId,
    description: `Conversation with '${flow}'${lastMessageAt === null ? '' : `, last message ${lastMessageAt.toISOString()}`}`,
    mimeType: 'text/markdown',
  }));
  return { resources, nextCursor: next ?? undefined };
}

export async function readResource(
  { client, user }: { client: Threadline; user: string },
  uri: string,
): Promise<ReadResourceResult> {
  const { flow, channel, before } = parseAddress(uri, user);
  const { messages, next } = await client
    .conversation({ flow, user, channel })
    .history({ limit: MESSAGES, before });
  const [address] = uri.split('?', 1);
  const earlier =
    next === null ? '' : `(Earlier messages: ${address}?before=${encodeURIComponent(next)})\n\n`;
  const text = earlier + messages.toReversed().map(toText).join('\n\n');
  return { contents: [{ uri, mimeType: 'text/markdown', text }] };
}

function parseAddress(
  uri: string,
  user: string,
): { flow: string; channel: string | undefined; before: string | undefined } {
  const [path = '', query] = uri.split('?', 2);
  const parts = path.startsWith(SCHEME) ? path.slice(SCHEME.length).split('/').map(decode) : [];
  const [kind, flow, owner, channel] = parts;
  if (kind !== 'conversation' || flow === undefined || owner !== user || parts.length > 4)
    throw new ThreadlineError('Client.NotFound', `'${uri.slice(0, 200)}' is not one of your conversations`);
  return { flow, channel, before: new URLSearchParams(query).get('before') ?? undefined };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function toText({ role, text, isPartial, finishReason }: HistoryMessage): string {
  return `## ${role}${isPartial || finishReason !== null ? ' (cut off)' : ''}\n\n${text}`;
}
