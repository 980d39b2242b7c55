import type { ToldCalls } from './tell-chunks.js';

/** The tool calls of an answer that a page shows. */
export function toldCalls(parts: readonly { toolCallId?: string | undefined }[]): ToldCalls {
  return new Set(parts.flatMap(({ toolCallId }) => toolCallId ?? []));
}
