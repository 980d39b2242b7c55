import type {
  JSONSchema7,
  LanguageModelV3CallOptions,
  LanguageModelV3FunctionTool,
  LanguageModelV3Prompt,
  LanguageModelV3ToolChoice,
} from '@ai-sdk/provider';
import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { ToolChoice } from '../../protocol/call-settings.js';
import { contentHash } from '../text/content-hash.js';
import type { ContextManifest } from '../manifest/manifest.js';

export type RenderedRequest = Pick<
  LanguageModelV3CallOptions,
  'prompt' | 'tools' | 'toolChoice' | 'responseFormat'
>;

export type ToPrompt = (input: { messages: readonly ModelMessage[] }) => LanguageModelV3Prompt;

export interface ToRequestInput {
  messages: readonly ModelMessage[];
  toolsJson: string | undefined;
  schemaJson?: string | undefined;
  toPrompt: ToPrompt;
}

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

export function requestHash(request: RenderedRequest): string {
  return contentHash(JSON.stringify(request));
}

function chooseTools(choice: ToolChoice | undefined): LanguageModelV3ToolChoice | undefined {
  return typeof choice === 'string' ? { type: choice } : choice;
}

/** The schema's name: all providers accept `answer`. */
function toResponseFormat(json: string): RenderedRequest['responseFormat'] {
  // The schema was checked before the manifest was stored.
  return { type: 'json', name: 'answer', schema: JSON.parse(json) as JSONSchema7 };
}

function toTools(json: string): LanguageModelV3FunctionTool[] {
  const schemas = JSON.parse(json) as Omit<LanguageModelV3FunctionTool, 'type'>[];
  return schemas.map((schema) => ({ type: 'function', ...schema }));
}
