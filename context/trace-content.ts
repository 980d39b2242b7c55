import type { AssistantContent, ToolContent } from '@ai-sdk/provider-utils';

/**
 * The content of a trace row: that of an assistant or a tool message in the AI SDK's shape. An
 * assistant's text parts hold what the reader sees; its thinking is in reasoning parts.
 */
export type TraceContent = AssistantParts | ToolContent;

/** The parts of an assistant's message. */
export type AssistantParts = Exclude<AssistantContent, string>;

/** The visible text of an assistant's trace content. */
export function visibleText(content: TraceContent): string {
  let text = '';
  for (const part of content) if (part.type === 'text') text += part.text;
  return text;
}

/** The thoughts of an assistant's trace content, a line for each part that says something. */
export function reasoningText(content: TraceContent): string {
  const thoughts = content.flatMap((part) =>
    part.type === 'reasoning' && part.text !== '' ? [part.text] : [],
  );
  return thoughts.join('\n');
}

/** The tool calls of an assistant's trace content, in order. */
export function listToolCalls(content: TraceContent): ToolCallPart[] {
  return content.filter((part): part is ToolCallPart => part.type === 'tool-call');
}

type ToolCallPart = Extract<TraceContent[number], { type: 'tool-call' }>;
