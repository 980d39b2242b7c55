import type { JsonValue } from '../graph/trajectory-node.js';

export interface MessageUsage {
  /** Includes cached tokens. */
  input: number;
  cachedInput: number;
  output: number;
}

interface ArchivedToolCall {
  id: string;
  name: string;
  input: JsonValue;
}

interface Timed {
  /** Seconds since the epoch. */
  at?: number;
}

export interface ArchivedSystemMessage extends Timed {
  role: 'system';
  text: string;
}

export interface ArchivedUserMessage extends Timed {
  role: 'user';
  text: string;
  /** True for a summary, which begins no round and whose time is not the round's. */
  isSummary?: true;
}

export interface ArchivedAssistantMessage extends Timed {
  role: 'assistant';
  text?: string;
  toolCalls?: readonly ArchivedToolCall[];
  usage?: MessageUsage;
}

export interface ArchivedToolMessage extends Timed {
  role: 'tool';
  text: string;
  toolCallId: string;
  toolName?: string;
}

export type ArchivedMessage =
  ArchivedSystemMessage | ArchivedUserMessage | ArchivedAssistantMessage | ArchivedToolMessage;
