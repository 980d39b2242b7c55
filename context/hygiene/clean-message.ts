import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { AssistantPart, ToolCallPart, ToolOutput, UserPart } from '../message/entries.js';
import type { Grammar } from '../grammar/grammar.js';
import { cleanOutput } from './clean-output.js';
import { cleanJson, cleanText, isBlank } from './clean-text.js';
import { withoutBoundMarks, withOwnMarks } from './own-marks.js';
import { canThoughtsStandAlone, isThoughtKept, type KeptThoughts } from './thoughts.js';

export interface CleanOptions {
  keptThoughts?: KeptThoughts | undefined;
  grammar?: Grammar | undefined;
  isPartial?: boolean;
  onUnknownPart?: (type: string) => void;
}

/** Parts of a search that the provider ran. Only that provider understands them. */
const PROVIDER_PARTS =
  /^(?:source(?:-.*)?|citations?|server_tool_use|web_search.*|.*_tool_result|tool-approval-(?:request|response))$/;

export function cleanMessage(message: ModelMessage, options: CleanOptions = {}): ModelMessage | undefined {
  const content: unknown = message.content;
  if (!Array.isArray(content)) return cleanString(message, content);
  const cleaned = content.flatMap((part: unknown) => cleanPart(message.role, part, options));
  const { isPartial = false } = options;
  const parts = isPartial || cleaned.some(isThought) ? cleaned : withoutBoundMarks(cleaned, options.grammar);
  if (parts.length === 0) return undefined;
  if (!isPartial && parts.every(isThought) && !canThoughtsStandAlone(options.keptThoughts)) return undefined;
  // A transcript may have a list here, which the SDK rejects.
  if (message.role === 'system') return { ...message, content: parts.map(readText).join('\n\n') };
  const isSame = parts.length === content.length && parts.every((part, index) => part === content[index]);
  return isSame ? message : ({ ...message, content: parts } as ModelMessage);
}

function isThought(part: unknown): boolean {
  return (part as { type: string }).type === 'reasoning';
}

function cleanString(message: ModelMessage, content: unknown): ModelMessage | undefined {
  if (message.role === 'tool') return undefined;
  const text = typeof content === 'string' ? cleanText(content) : isNumber(content) ? String(content) : '';
  if (isBlank(text)) return undefined;
  return text === content ? message : { ...message, content: text };
}

function cleanPart(role: ModelMessage['role'], part: unknown, options: CleanOptions): unknown[] {
  if (typeof part === 'string')
    return role === 'tool' || isBlank(part) ? [] : [{ type: 'text', text: cleanText(part) }];
  if (typeof part !== 'object' || part === null) return [];
  const known = part as UserPart | AssistantPart | Extract<ModelMessage, { role: 'tool' }>['content'][number];
  switch (known.type) {
    case 'text':
      return role === 'tool' ? [] : cleanTextPart(withOwnMarks(known, options.grammar));
    case 'image':
      return role === 'user' && hasSource(known.image) ? [known] : [];
    case 'file':
      return (role === 'user' || role === 'assistant') && hasSource(known.data) ? [known] : [];
    case 'reasoning':
      return role === 'assistant' && isThoughtKept(known, options.keptThoughts)
        ? [withOwnMarks(known, options.grammar)]
        : [];
    case 'tool-call':
      return role === 'assistant' && !known.providerExecuted
        ? [cleanCall(withOwnMarks(known, options.grammar))]
        : [];
    case 'tool-result': {
      if (role !== 'tool') return [];
      // AI SDK 4 names the output `result`.
      const { result, ...rest } = known as typeof known & { result?: ToolOutput };
      const output = cleanOutput(known.output ?? result);
      return [output === known.output && !result ? known : { ...rest, output }];
    }
    default: {
      const { type: any } = known as { type?: unknown };
      const type = typeof any === 'string' ? any : typeof any;
      if (!PROVIDER_PARTS.test(type) && !/thinking|reasoning/.test(type)) options.onUnknownPart?.(type);
      return [];
    }
  }
}

function cleanTextPart(part: Extract<UserPart, { type: 'text' }>): unknown[] {
  const { citations, ...rest } = part as typeof part & { citations?: unknown };
  const value: unknown = part.text;
  const text = typeof value === 'string' ? cleanText(value) : isNumber(value) ? String(value) : '';
  if (isBlank(text)) return [];
  return [text === value && citations === undefined ? part : { ...rest, text }];
}

/** Every provider requires an object as input. */
function cleanCall(part: ToolCallPart): ToolCallPart {
  // AI SDK 4 names the input `args`.
  const { args, ...rest } = part as ToolCallPart & { args?: unknown };
  const input = asObject(part.input ?? args);
  return input === part.input && args === undefined ? part : { ...rest, input };
}

function asObject(input: unknown): unknown {
  if (typeof input === 'string')
    try {
      return asObject(JSON.parse(input) as unknown);
    } catch {
      return {};
    }
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? cleanJson(input) : {};
}

function readText(part: unknown): string {
  return (part as { text: string }).text;
}

function hasSource(source: unknown): boolean {
  return source != null && source !== '';
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}
