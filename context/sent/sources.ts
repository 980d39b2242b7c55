import type { ModelMessage, ToolContent } from '@ai-sdk/provider-utils';
import type { Attachment } from '../attachments/attachment.js';
import type { QuotedPassage } from '../retrieval/render-passages.js';
import type { ToldRequest } from '../standing/render-standing.js';
import type { TraceContent } from '../trace-content.js';

/** A message of a thread. */
export interface ThreadText {
  seq: number;
  role: 'user' | 'assistant';
  content: string;
  /** Its files; absent or null: it has none. */
  attachments?: readonly Attachment[] | null;
}

/** A message of an execution's own steps. */
export interface TraceEntry {
  step: number;
  ordinal: number;
  role: 'assistant' | 'tool';
  content: TraceContent;
}

/** The rows that a manifest refers to; it may be given more than that. */
export interface ManifestSources {
  thread: readonly ThreadText[];
  trace: readonly TraceEntry[];
  /** The answers of other nodes of the execution, by the step of the message. */
  answers?: ReadonlyMap<number, string>;
  /** The stored summary that is sent. */
  summary?: string;
  /** The standing requests, in the order of the manifest. */
  standing?: readonly ToldRequest[];
  /** The passages found in the thread, in the order of the manifest. */
  passages?: readonly QuotedPassage[];
  /** Text of an execution outside a conversation. */
  input: string;
  /** The files in that text; absent or null: it has none. */
  inputAttachments?: readonly Attachment[] | null;
  /** The generated text of a hash. Throws where there is none. */
  text: (hash: string) => string;
}

/** Makes a trace row a message. */
export function toTraceMessage({ role, content }: Pick<TraceEntry, 'role' | 'content'>): ModelMessage {
  // A row's content is of the two kinds that its role tells apart.
  return role === 'tool'
    ? { role, content: content as ToolContent }
    : { role, content: content as Exclude<TraceContent, ToolContent> };
}
