import type { LanguageModelV3CallOptions, LanguageModelV3FunctionTool } from '@ai-sdk/provider';
import type { ModelMessage } from '@ai-sdk/provider-utils';
import { contentHash } from '../../../context/content-hash.js';
import type { ContextManifest } from '../../../context/manifest.js';
import { toPrompt } from '../../../models/stream/to-prompt.js';
import type { ToolSchema } from '../../../tools/tool-registry.js';

/** What of a call is its context: the prompt, the tools, and whether they may be called. */
export type RenderedRequest = Pick<LanguageModelV3CallOptions, 'prompt' | 'tools' | 'toolChoice'>;

/** The request of a manifest whose messages are rendered; tools as the JSON that is stored of them. */
export function toRequest(
  { isToolless }: Pick<ContextManifest, 'isToolless'>,
  { messages, toolsJson }: { messages: readonly ModelMessage[]; toolsJson: string | undefined },
): RenderedRequest {
  const tools = toolsJson === undefined ? undefined : toTools(toolsJson);
  return {
    prompt: toPrompt({ messages }),
    ...(tools && { tools }),
    ...(tools && isToolless && { toolChoice: { type: 'none' } }),
  };
}

/** By which a request is known again: the same bytes have the same hash. */
export function requestHash(request: RenderedRequest): string {
  return contentHash(JSON.stringify(request));
}

function toTools(json: string): LanguageModelV3FunctionTool[] {
  // Written from ToolSchema[] when the call was planned.
  const schemas = JSON.parse(json) as ToolSchema[];
  return schemas.map((schema) => ({ type: 'function', ...schema }));
}
