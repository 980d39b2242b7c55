import type { ToldCalls } from './tell-chunks.js';

/** The tool calls that a page has of an answer, by the parts that it shows. */
export function toldCalls(parts: readonly { toolCallId?: string | undefined }[]): ToldCalls {
  return new Set(parts.flatMap(({ toolCallId }) => toolCallId ?? []));
}
