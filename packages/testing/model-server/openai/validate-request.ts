import type { ErrorFacts } from '../replies/error-facts.js';
import { isJsonObject, type JsonObject } from '../http/json.js';
import { firstError } from '../http/first-error.js';
import { invalidRequest, invalidType } from './invalid-request.js';
import { validateChatMessages } from './validate-chat-messages.js';
import { validateChatParameters } from './validate-chat-parameters.js';
import { validateToolResults } from './validate-tool-results.js';
import { validateChatTools } from './validate-chat-tools.js';

/** Parameters of POST /v1/chat/completions. */
const CHAT_PARAMETERS = [
  ...['audio', 'frequency_penalty', 'function_call', 'functions', 'logit_bias', 'logprobs'],
  ...['max_completion_tokens', 'max_tokens', 'messages', 'metadata', 'modalities', 'model', 'n'],
  ...['parallel_tool_calls', 'prediction', 'presence_penalty', 'prompt_cache_key', 'prompt_cache_options'],
  ...['prompt_cache_retention', 'reasoning_effort', 'response_format', 'safety_identifier', 'seed'],
  ...['service_tier', 'stop', 'store', 'stream', 'stream_options', 'temperature', 'tool_choice', 'tools'],
  ...['top_logprobs', 'top_p', 'user', 'verbosity', 'web_search_options'],
] as const;

/**
 * The first error in OpenAI's words. Stricter in three points: user messages, and assistant messages without tool
 * calls, must not be empty strings, and `n` must be 1.
 */
export function validateRequest(
  body: unknown,
  rules: { readonly models?: readonly string[] } = {},
): ErrorFacts | null {
  if (!isJsonObject(body)) return invalidType('body', 'an object', body);
  return firstError([
    () => validateParameterNames(body),
    () => validateModel(body['model'], rules.models),
    () => validateChatMessages(body['messages']),
    () => validateToolResults(body['messages']),
    () => validateChatTools(body),
    () => validateChatParameters(body),
  ]);
}

function validateParameterNames(body: JsonObject): ErrorFacts | null {
  const known: readonly string[] = CHAT_PARAMETERS;
  const unknown = Object.keys(body).filter((name) => !known.includes(name));
  if (unknown.length === 0) return null;
  const plural = unknown.length > 1 ? 's' : '';
  return invalidRequest(`Unrecognized request argument${plural} supplied: ${unknown.join(', ')}`);
}

function validateModel(model: unknown, models: readonly string[] | undefined): ErrorFacts | null {
  if (model === undefined || model === null || model === '') {
    return invalidRequest('you must provide a model parameter');
  }
  if (typeof model !== 'string') return invalidType('model', 'a string', model);
  if (!models || models.includes(model)) return null;
  const message = `The model \`${model}\` does not exist or you do not have access to it.`;
  return { ...invalidRequest(message, null, 'model_not_found'), status: 404 };
}
