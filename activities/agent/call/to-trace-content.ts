import type { ModelMessage } from '@ai-sdk/provider-utils';
import { cleanJson } from '../../../context/hygiene/clean-text.js';
import { cleanMessage } from '../../../context/hygiene/clean-message.js';
import { parseWellFormed } from '../../../context/text/parse-well-formed.js';
import { nestingProblem } from '../../../flow/values/nesting-problem.js';
import { wellFormed } from '../../../context/text/well-formed.js';
import type { AssistantParts } from '../../../context/message/trace-content.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import type { ModelContentPart, ModelResponse, ModelToolCall } from '../../../models/stream/read-stream.js';
import type { StreamedText } from './stream-writer.js';

type AssistantPart = AssistantParts[number];

const MAX_TOOL_NAME = 64;
/** Far above what providers use: 10 to 64 characters. */
const MAX_CALL_ID = 200;

/** Invalid tool input stays a string, so that the error result can quote it. */
export function toTraceContent(
  response: Pick<ModelResponse, 'content'>,
  streamed: Pick<StreamedText, 'visible' | 'thinking'> & Partial<StreamedText>,
): AssistantParts {
  const reasoning = response.content.filter((part) => part.type === 'reasoning').map(toReasoning);
  const tagged = streamed.thinking === '' ? [] : [{ type: 'reasoning' as const, text: streamed.thinking }];
  return [
    ...(streamed.isTaggedFirst ? [...tagged, ...reasoning] : [...reasoning, ...tagged]),
    ...(streamed.visible === '' ? [] : [{ type: 'text' as const, text: streamed.visible }]),
    ...response.content.filter((part) => part.type === 'tool-call').map(toToolCall),
  ];
}

export function countContent(content: AssistantParts): { sent: number; hygiene: number } {
  const whole: ModelMessage = { role: 'assistant', content };
  const clean = cleanMessage(whole, { keptThoughts: 'marked' });
  const sent = clean ? countMessageTokens(clean) : 0;
  return { sent, hygiene: clean === whole ? 0 : countMessageTokens(whole) - sent };
}

function toReasoning(part: Extract<ModelContentPart, { type: 'reasoning' }>): AssistantPart {
  return { ...part, text: wellFormed(part.text), ...cleanOptions(part) };
}

function toToolCall({ toolCallId, toolName, input, providerOptions }: ModelToolCall): AssistantPart {
  return {
    type: 'tool-call',
    toolCallId: wellFormed(toolCallId).slice(0, MAX_CALL_ID).toWellFormed(),
    // Providers accept up to 64 characters.
    toolName: wellFormed(toolName).slice(0, MAX_TOOL_NAME).toWellFormed(),
    input: parse(wellFormed(input)),
    ...cleanOptions({ providerOptions }),
  };
}

function cleanOptions({ providerOptions }: Pick<ModelToolCall, 'providerOptions'>) {
  if (!providerOptions) return {};
  return { providerOptions: cleanJson(providerOptions) as typeof providerOptions };
}

function parse(input: string): unknown {
  if (input.trim() === '') return {};
  try {
    const parsed = parseWellFormed(input);
    return nestingProblem(parsed) ? input : parsed;
  } catch {
    return input;
  }
}
