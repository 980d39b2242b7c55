import { isJsonObject } from '../http/json.js';
import { firstIssue } from '../http/schema.js';
import type { ErrorFacts } from '../http/model-request.js';
import { findProblems } from './chat-rules.js';
import { chatBody, type ChatBody } from './chat-schema.js';
import { describeIssue } from './describe-issue.js';
import { invalidRequest, unknownModel } from './openai-errors.js';

/**
 * Reports problems in OpenAI's words. Stricter in three points: user messages, and assistant messages without
 * tool calls, must not be empty, and `n` must be 1.
 */
export function validateRequest(
  body: unknown,
  { models }: { readonly models?: readonly string[] } = {},
): ErrorFacts | null {
  if (isJsonObject(body) && !body['model']) return invalidRequest('you must provide a model parameter');
  const issue = firstIssue(chatBody, body);
  if (issue) return describeIssue(issue);
  const valid = body as ChatBody; // the schema found no issue
  const [problem] = findProblems(valid);
  if (problem) return problem;
  return !models || models.includes(valid.model) ? null : unknownModel(valid.model);
}
