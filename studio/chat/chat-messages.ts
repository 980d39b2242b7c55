import type { UIMessage } from 'ai';
import { address, post, send, type Wire } from '../api/request.js';
import type { ChatPage } from '../../gateway/ui-messages/load-chat.js';
import type { AnswerMetadata } from '../../gateway/ui-messages/ui-chunk.js';

/** Which conversation: a channel of the user with a flow. */
export interface ChatKey {
  flow: string;
  channel: string;
  /** A sub-thread of it. */
  thread?: string | undefined;
}

/** A name for a chat that no other has. */
export function chatName({ flow, channel, thread = '' }: ChatKey): string {
  return JSON.stringify([flow, channel, thread]);
}

/** The query that the routes of conversations are asked with. */
export function chatQuery({ channel, thread }: ChatKey): { channel: string; thread: string | undefined } {
  return { channel, thread };
}

/** The address of what is done with a chat's conversation. */
export function conversationPath({ flow }: ChatKey, path: string): string {
  return `/conversations/${encodeURIComponent(flow)}${path}`;
}

/** The facts that a message tells beside its parts. */
export type Facts = Partial<AnswerMetadata> & { createdAt?: string; seq?: number };

export type ChatMessage = UIMessage<Facts>;

/** A person's answer to whether a tool call may run. */
export interface Approval {
  id: string;
  approved: boolean;
  reason?: string;
}

/** A page of a chat as it is kept here. */
export interface LoadedChat {
  messages: ChatMessage[];
  /** Names the page before this one; null: there is none. */
  next: string | null;
}

export const PAGE = 50;

/** The address of a chat's messages, or of what is done with them. */
export function chatAddress(
  { flow, channel, thread }: ChatKey,
  path = '',
  query: Record<string, string> = {},
): string {
  return address(`/api/chat/${encodeURIComponent(channel)}${path}`, { flow, version: '7', thread, ...query });
}

/** Loads the newest messages of a chat, or those before a page. */
export async function loadMessages(
  chat: ChatKey,
  { before, signal }: { before?: string; signal?: AbortSignal } = {},
): Promise<LoadedChat> {
  const query = { limit: String(PAGE), ...(before !== undefined && { before }) };
  const page: Wire<ChatPage> = await send<ChatPage>(chatAddress(chat, '', query), { signal: signal ?? null });
  return { messages: page.messages as ChatMessage[], next: page.next };
}

/** Messages around a place of a chat. */
export interface Around extends LoadedChat {
  seq: number;
  /** The place that they reach to; exclusive. */
  through: number;
}

/** Loads the messages around a place of a chat. */
export async function loadAround(
  chat: ChatKey,
  { seq, signal }: { seq: number; signal: AbortSignal },
): Promise<Around> {
  const through = seq + PAGE / 2;
  return { seq, through, ...(await loadMessages(chat, { before: String(through), signal })) };
}

/** Stops the turn that a message is of. */
export async function stopTurn(chat: ChatKey, messageId: string): Promise<void> {
  await send(chatAddress(chat, '/stop'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messageId }),
  });
}

/** Puts a message into the answer that is written. */
export async function steer(chat: ChatKey, text: string): Promise<void> {
  await post(conversationPath(chat, '/turns'), {
    query: chatQuery(chat),
    body: { text, whileRunning: 'steer' },
  });
}
