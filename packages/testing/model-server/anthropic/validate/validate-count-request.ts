import type { ErrorFacts } from '../../replies/error-facts.js';
import { isJsonObject } from '../../http/json.js';
import { checkKeys } from './check-field.js';
import { validateMessagesRequest } from './validate-messages-request.js';

/** Parameters of the count endpoint, including betas. */
const COUNT_PARAMETERS = [
  ...['cache_control', 'context_management', 'mcp_servers', 'messages', 'model', 'output_config'],
  ...['output_format', 'speed', 'system', 'thinking', 'tool_choice', 'tools'],
] as const;

export function validateCountRequest(body: unknown): ErrorFacts | null {
  const extra = isJsonObject(body) ? checkKeys(body, { path: '', allowed: COUNT_PARAMETERS }) : null;
  // A messages request requires a limit, above any thinking budget.
  return extra ?? validateMessagesRequest(isJsonObject(body) ? { ...body, max_tokens: 128_000 } : body);
}
