import type { ErrorFacts } from '../../replies/error-facts.js';
import { firstError, firstErrorIn } from '../../http/first-error.js';
import { isJsonObject, type JsonObject } from '../../http/json.js';
import { checkKeys, checkText } from './check-field.js';
import { badRequest, invalidField, unknownTag } from '../errors/bad-request.js';
import { mergeTurns } from './merge-turns.js';
import { unknownModel } from '../errors/unknown-model.js';
import { validateCacheControl } from './validate-cache-control.js';
import { validateAnthropicMessages } from './validate-anthropic-messages.js';
import { validateAnthropicParameters } from './validate-anthropic-parameters.js';
import { validateThinking } from './validate-thinking.js';
import { validateToolChoice } from './validate-tool-choice.js';
import { validateToolUses } from './validate-tool-uses.js';
import { validateAnthropicTools } from './validate-anthropic-tools.js';
import { blankText } from './blank-text.js';
import { validateBlock } from './validate-block.js';

/** Parameters of POST /v1/messages, including betas. */
const MESSAGES_PARAMETERS = [
  ...['cache_control', 'container', 'context_management', 'fallbacks', 'inference_geo', 'max_tokens'],
  ...['mcp_servers', 'messages', 'metadata', 'model', 'output_config', 'output_format', 'safeguards'],
  ...['service_tier', 'speed', 'stop_sequences', 'stream', 'system', 'temperature', 'thinking'],
  ...['tool_choice', 'tools', 'top_k', 'top_p'],
] as const;

/**
 * The first error in Anthropic's words. Stricter in one point: tool blocks need `tools`, as until February 2025, and
 * still on some other platforms.
 */
export function validateMessagesRequest(
  body: unknown,
  rules: { readonly models?: readonly string[] } = {},
): ErrorFacts | null {
  if (!isJsonObject(body)) return badRequest('Input should be a valid dictionary');
  return firstError([
    () => checkText(body['model'], 'model', { minimum: 1 }),
    () => validateAnthropicParameters(body),
    () => validateSystem(body['system']),
    () => validateAnthropicTools(body['tools']),
    () => validateToolChoice(body),
    () => validateAnthropicMessages(body['messages']),
    () => checkKeys(body, { path: '', allowed: MESSAGES_PARAMETERS }),
    () => validateTexts(body['messages']),
    () => validateToolUses(mergeTurns(body['messages']), body['tools']),
    () => validateThinking(body),
    () => validateCacheControl(body),
    () => validateModel(body['model'], rules.models),
  ]);
}

function validateModel(model: unknown, models: readonly string[] | undefined): ErrorFacts | null {
  return !models || models.includes(String(model)) ? null : unknownModel(model);
}

function validateSystem(system: unknown): ErrorFacts | null {
  if (system === undefined || typeof system === 'string') return null;
  if (!Array.isArray(system)) return invalidField('system', 'Input should be a valid list');
  return firstErrorIn(system as readonly unknown[], (block, index) => {
    const path = `system.${index}`;
    if (isJsonObject(block) && block['type'] !== undefined && block['type'] !== 'text') {
      return unknownTag(`${path}.type`, block['type'], ['text']);
    }
    return validateBlock(block, path) ?? blankText('system', isJsonObject(block) ? block['text'] : undefined);
  });
}

function validateTexts(messages: unknown): ErrorFacts | null {
  // Their shape has been checked.
  const list = messages as readonly JsonObject[];
  return firstError([
    () => firstErrorIn(list, (message, index) => validateMessageTexts(message, index, list.length)),
    () => validateEnd(list.at(-1)),
  ]);
}

function validateMessageTexts(message: JsonObject, index: number, count: number): ErrorFacts | null {
  const { role, content } = message;
  if (content === '' || (Array.isArray(content) && content.length === 0)) {
    const mayBeEmpty = role === 'assistant' && index === count - 1;
    const problem =
      'all messages must have non-empty content except for the optional final assistant message';
    return mayBeEmpty ? null : invalidField(`messages.${index}`, problem);
  }
  return firstErrorIn(textsIn(content), (text) => blankText('messages', text));
}

/** A final assistant message is a prefill. */
function validateEnd(message: JsonObject | undefined): ErrorFacts | null {
  const content = message?.['content'];
  const last: unknown = Array.isArray(content) ? content.at(-1) : content;
  const text = isJsonObject(last) ? last['text'] : last;
  if (message?.['role'] !== 'assistant' || typeof text !== 'string' || text === text.trimEnd()) return null;
  return invalidField('messages', 'final assistant content cannot end with trailing whitespace');
}

function textsIn(content: unknown): readonly unknown[] {
  if (!Array.isArray(content)) return [content];
  return content.filter(isJsonObject).map((block) => (block['type'] === 'text' ? block['text'] : undefined));
}
