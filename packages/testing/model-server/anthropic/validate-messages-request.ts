import type { z } from 'zod';
import { firstIssue, type Issue } from '../http/schema.js';
import { isJsonObject, type JsonObject } from '../http/json.js';
import type { ErrorFacts } from '../http/model-request.js';
import { anthropicError, unknownModel } from './anthropic-errors.js';
import { findProblems } from './messages-rules.js';
import { countBody, messagesBody, type MessagesBody } from './messages-schema.js';

/**
 * Reports problems in Anthropic's words. Stricter in one point: tool blocks need `tools`, as until February
 * 2025 and still on some platforms.
 */
export function validateMessagesRequest(
  body: unknown,
  { models }: { readonly models?: readonly string[] } = {},
): ErrorFacts | null {
  const refusal = validate(messagesBody, body);
  if (refusal || !models) return refusal;
  const { model } = body as MessagesBody; // the caller validated the body
  return models.includes(model) ? null : unknownModel(model);
}

export function validateCountRequest(body: unknown): ErrorFacts | null {
  return validate(countBody, body);
}

function validate(schema: z.ZodType, body: unknown): ErrorFacts | null {
  const issue = firstIssue(schema, body);
  if (issue) return anthropicError(400, describeIssue(issue, body));
  // A count has no output limit; this exceeds any thinking budget.
  const [problem] = findProblems({ max_tokens: 128_000, ...(body as Partial<MessagesBody>) } as MessagesBody);
  return problem ? anthropicError(400, problem) : null;
}

function describeIssue(issue: Issue, body: unknown): string {
  const problem = nameProblem(issue);
  const path = formatPath(issue, body);
  return path ? `${path}: ${problem}` : problem;
}

const TAGGED: readonly unknown[] = [
  ...['content', 'system', 'tools', 'source', 'thinking', 'tool_choice', 'cache_control'],
];

/** The path includes the types of blocks, as in `messages.0.content.1.text.text`. */
function formatPath(issue: Issue, body: unknown): string {
  const { path } = issue;
  const isOfWhole = issue.code === 'custom' || issue.code === 'unrecognized_keys';
  let value = body;
  const steps = path.flatMap((key, at) => {
    value = (value as JsonObject | undefined)?.[String(key)];
    const { [at - 1]: list, [at + 1]: next = isOfWhole ? 'whole' : 'type' } = path;
    const isTagged = TAGGED.includes(key) || TAGGED.includes(list);
    if (!isJsonObject(value) || !isTagged || next === 'type') return [key];
    return [key, value['type'] ?? 'custom'];
  });
  if (issue.code === 'unrecognized_keys') steps.push(...issue.keys.slice(0, 1));
  return (unknownTag(issue) ? steps.slice(0, -1) : steps).join('.');
}

const NOUNS: Readonly<Record<string, string>> = {
  object: 'dictionary',
  record: 'dictionary',
  array: 'list',
  int: 'integer',
};

function nameProblem(issue: Issue): string {
  const tag = unknownTag(issue);
  if (tag)
    return `Input tag '${tag.found}' found using 'type' does not match any of the expected tags: ${tag.expected.map(quote).join(', ')}`;
  if (issue.input === undefined) return 'Field required';
  if (issue.message) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return `Input should be a valid ${NOUNS[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return issue.origin === 'string'
        ? `String should have at least ${characters(issue.minimum)}`
        : `Input should be greater than or equal to ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `String should have at most ${characters(issue.maximum)}`
        : `Input should be less than or equal to ${issue.maximum}`;
    case 'invalid_format':
      return `String should match pattern '${issue.pattern?.slice(1, -1)}'`;
    case 'invalid_value':
      return `Input should be ${issue.values
        .map(quote)
        .join(', ')
        .replace(/, (?!.*, )/, ' or ')}`;
    case 'unrecognized_keys':
      return 'Extra inputs are not permitted';
    default:
      return 'Field required';
  }
}

function unknownTag(
  issue: Issue,
): { readonly found: string; readonly expected: readonly unknown[] } | undefined {
  if (issue.code !== 'invalid_union' || !('options' in issue) || !isJsonObject(issue.input)) return undefined;
  const { type } = issue.input;
  const expected = issue.options?.filter((tag) => typeof tag === 'string').sort() ?? [];
  return type === undefined ? undefined : { found: String(type), expected };
}

function quote(value: unknown): string {
  return `'${String(value)}'`;
}

function characters(count: number | bigint): string {
  return count === 1 ? '1 character' : `${count} characters`;
}
