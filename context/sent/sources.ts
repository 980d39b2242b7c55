import type { ModelMessage, ToolContent } from '@ai-sdk/provider-utils';
import type { Attachment } from '../message/attachment.js';
import type { QuotedPassage } from '../retrieval/render-passages.js';
import type { ShownRequest } from '../standing/render-standing.js';
import type { TraceContent } from '../message/trace-content.js';

export interface ThreadText {
  seq: number;
  role: 'user' | 'assistant';
  content: string;
  attachments?: readonly Attachment[] | null;
}

export interface TraceEntry {
  step: number;
  ordinal: number;
  role: 'assistant' | 'tool';
  content: TraceContent;
}

export interface ManifestSources {
  thread: readonly ThreadText[];
  trace: readonly TraceEntry[];
  answers?: ReadonlyMap<number, string>;
  summary?: string;
  standing?: readonly ShownRequest[];
  passages?: readonly QuotedPassage[];
  input: string;
  inputAttachments?: readonly Attachment[] | null;
  text: (hash: string) => string;
}

export function toTraceMessage({ role, content }: Pick<TraceEntry, 'role' | 'content'>): ModelMessage {
  return role === 'tool'
    ? { role, content: content as ToolContent }
    : { role, content: content as Exclude<TraceContent, ToolContent> };
}
