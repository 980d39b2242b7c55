import type {
  JSONSchema7,
  LanguageModelV3CallOptions,
  LanguageModelV3FunctionTool,
  LanguageModelV3Prompt,
  LanguageModelV3ToolChoice,
} from '@ai-sdk/provider';
import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { ToolChoice } from '../../protocol/call-settings.js';
import { contentHash } from '../content-hash.js';
import type { ContextManifest } from '../manifest.js';

/** The part of a model's request that is its context: the prompt, the tools, and whether they may be called. */
export type RenderedRequest = Pick<
  LanguageModelV3CallOptions,
  'prompt' | 'tools' | 'toolChoice' | 'responseFormat'
>;

/** Makes messages the prompt that provider packages take. */
export type ToPrompt = (input: { messages: readonly ModelMessage[] }) => LanguageModelV3Prompt;

export interface ToRequestInput {
  messages: readonly ModelMessage[];
  /** The tools as the JSON that is stored of them; undefined: none are described. */
  toolsJson: string | undefined;
  /** The JSON Schema of the object that is asked for by the provider's own setting; absent: there is none. */
  schemaJson?: string | undefined;
  toPrompt: ToPrompt;
}

/** The request of a manifest whose messages are rendered. */
export function toRequest(
  { isToolless, settings }: Pick<ContextManifest, 'isToolless' | 'settings'>,
  { messages, toolsJson, schemaJson, toPrompt }: ToRequestInput,
): RenderedRequest {
  const tools = toolsJson === undefined ? undefined : toTools(toolsJson);
  return {
    prompt: toPrompt({ messages }),
    tools,
    toolChoice: tools && chooseTools(isToolless ? 'none' : settings?.toolChoice),
    responseFormat: schemaJson === undefined ? undefined : toResponseFormat(schemaJson),
  };
}

/** The hash by which a request is known again: the same bytes have the same hash. */
export function requestHash(request: RenderedRequest): string {
  return contentHash(JSON.stringify(request));
}

function chooseTools(choice: ToolChoice | undefined): LanguageModelV3ToolChoice | undefined {
  return typeof choice === 'string' ? { type: choice } : choice;
}

/** The name is one that all providers accept. */
function toResponseFormat(json: string): RenderedRequest['responseFormat'] {
  // Parse boundary: our own JSON, written of a schema that was checked.
  return { type: 'json', name: 'answer', schema: JSON.parse(json) as JSONSchema7 };
}

function toTools(json: string): LanguageModelV3FunctionTool[] {
  // Parse boundary: our own JSON, written of tool schemas when the call was planned.
  const schemas = JSON.parse(json) as Omit<LanguageModelV3FunctionTool, 'type'>[];
  return schemas.map((schema) => ({ type: 'function', ...schema }));
}
