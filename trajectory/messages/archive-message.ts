import type { JsonValue } from '../graph/trajectory-node.js';

/** Tokens that a model call took. */
export interface MessageUsage {
  /** All input tokens, those from the provider's cache among them. */
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
  /** A summary that replaces older messages. Nobody asked it, so it begins no round, and its time is not one of the round's. */
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

/** One message of a conversation as an archive keeps it: in the form of no provider, complete by itself. */
export type ArchivedMessage =
  ArchivedSystemMessage | ArchivedUserMessage | ArchivedAssistantMessage | ArchivedToolMessage;
