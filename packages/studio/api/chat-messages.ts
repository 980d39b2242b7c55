import type { UIMessage } from 'ai';
import type { Rating } from '../../../protocol/rating.js';
import { address, send, type Wire } from './request.js';
import type { ChatPage } from '../../gateway/ui-messages/load-chat.js';
import type { AnswerMetadata } from '../../gateway/ui-messages/ui-chunk.js';

export interface ChatKey {
  flow: string;
  channel: string;
  thread?: string | undefined;
}

export function chatName({ flow, channel, thread = '' }: ChatKey): string {
  return JSON.stringify([flow, channel, thread]);
}

export function chatQuery({ channel, thread }: ChatKey): { channel: string; thread: string | undefined } {
  return { channel, thread };
}

export function conversationPath({ flow }: ChatKey, path: string): string {
  return `/conversations/${encodeURIComponent(flow)}${path}`;
}

export type Facts = Partial<AnswerMetadata> & { createdAt?: string; seq?: number; rating?: Rating };

export type ChatMessage = UIMessage<Facts>;

export function joinText(parts: ChatMessage['parts']): string {
  return parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
}

export interface Approval {
  id: string;
  approved: boolean;
}

export interface LoadedChat {
  messages: ChatMessage[];
  next: string | null;
}

export const PAGE = 50;

export function chatAddress(
  { flow, channel, thread }: ChatKey,
  path = '',
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  return address(`/api/chat/${encodeURIComponent(channel)}${path}`, { flow, thread, ...query });
}

export async function loadMessages(
  chat: ChatKey,
  { before, signal }: { before?: string; signal?: AbortSignal } = {},
): Promise<LoadedChat> {
  const query = { limit: String(PAGE), before };
  const page: Wire<ChatPage> = await send<ChatPage>(chatAddress(chat, '', query), { signal: signal ?? null });
  return { messages: page.messages as ChatMessage[], next: page.next };
}

export interface Around extends LoadedChat {
  seq: number;
  through: number;
}

export async function loadAround(
  chat: ChatKey,
  { seq, signal }: { seq: number; signal: AbortSignal },
): Promise<Around> {
  const through = seq + PAGE / 2;
  return { seq, through, ...(await loadMessages(chat, { before: String(through), signal })) };
}

export async function stopTurn(chat: ChatKey, messageId: string): Promise<void> {
  await send(chatAddress(chat, '/stop'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ messageId }),
  });
}
