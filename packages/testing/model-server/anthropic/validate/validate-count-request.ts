import type { ErrorFacts } from '../../replies/error-facts.js';
import { isJsonObject } from '../../http/json.js';
import { checkKeys } from './check-field.js';
import { validateMessagesRequest } from './validate-messages-request.js';

/** Every top-level parameter of POST /v1/messages/count_tokens, those of its betas included. */
const COUNT_PARAMETERS = [
  ...['cache_control', 'context_management', 'mcp_servers', 'messages', 'model', 'output_config'],
  ...['output_format', 'speed', 'system', 'thinking', 'tool_choice', 'tools'],
] as const;

/** Checks the body of a request to count tokens, which has the fields of a request for an answer that are input. */
export function validateCountRequest(body: unknown): ErrorFacts | null {
  const extra = isJsonObject(body) ? checkKeys(body, { path: '', allowed: COUNT_PARAMETERS }) : null;
  // An answer needs a limit, and a budget for thinking is below it.
  return extra ?? validateMessagesRequest(isJsonObject(body) ? { ...body, max_tokens: 128_000 } : body);
}
