import type { ErrorFacts } from '../../replies/error-facts.js';
import { firstError } from '../../http/first-error.js';
import { isJsonObject } from '../../http/json.js';
import { checkKeys, checkText } from './check-field.js';
import { badRequest } from '../errors/bad-request.js';
import { mergeTurns } from './merge-turns.js';
import { unknownModel } from '../errors/unknown-model.js';
import { validateCacheControl } from './validate-cache-control.js';
import { validateAnthropicMessages } from './validate-anthropic-messages.js';
import { validateAnthropicParameters } from './validate-anthropic-parameters.js';
import { validateSystem } from './validate-system.js';
import { validateTexts } from './validate-texts.js';
import { validateThinking } from './validate-thinking.js';
import { validateToolChoice } from './validate-tool-choice.js';
import { validateToolUses } from './validate-tool-uses.js';
import { validateAnthropicTools } from './validate-anthropic-tools.js';

/** Every top-level parameter of POST /v1/messages, those of its betas included. */
const MESSAGES_PARAMETERS = [
  ...['cache_control', 'container', 'context_management', 'fallbacks', 'inference_geo', 'max_tokens'],
  ...['mcp_servers', 'messages', 'metadata', 'model', 'output_config', 'output_format', 'safeguards'],
  ...['service_tier', 'speed', 'stop_sequences', 'stream', 'system', 'temperature', 'thinking'],
  ...['tool_choice', 'tools', 'top_k', 'top_p'],
] as const;

/**
 * Checks the parsed body of a messages request as Anthropic does, in its words, and returns the first error or null.
 * Without `models` any model passes. Stricter than Anthropic in one point: tool blocks need `tools`, as they did
 * until February 2025 and as some platforms that serve its models still ask.
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
