import type { Json } from '../graph/trajectory-node.js';

/** What a model call took, in tokens. */
export interface MessageUsage {
  /** All input tokens, those from the provider's cache among them. */
  input: number;
  cachedInput: number;
  output: number;
}

export interface ArchivedToolCall {
  id: string;
  name: string;
  input: Json;
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
  /** A summary that stands for folded messages: nobody asked it, so it begins no round and has no place in time. */
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

/** One message of a conversation as an archive keeps it: of no provider, and whole by itself. */
export type ArchivedMessage =
  ArchivedSystemMessage | ArchivedUserMessage | ArchivedAssistantMessage | ArchivedToolMessage;
