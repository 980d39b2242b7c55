import type { AssistantContent, ToolContent } from '@ai-sdk/provider-utils';

export type TraceContent = AssistantParts | ToolContent;

export type AssistantParts = Exclude<AssistantContent, string>;

export function visibleText(content: TraceContent): string {
  let text = '';
  for (const part of content) if (part.type === 'text') text += part.text;
  return text;
}

export function reasoningText(content: TraceContent): string {
  const thoughts = content.flatMap((part) =>
    part.type === 'reasoning' && part.text !== '' ? [part.text] : [],
  );
  return thoughts.join('\n');
}

export function listToolCalls(content: TraceContent): ToolCallPart[] {
  return content.filter((part): part is ToolCallPart => part.type === 'tool-call');
}

type ToolCallPart = Extract<TraceContent[number], { type: 'tool-call' }>;
