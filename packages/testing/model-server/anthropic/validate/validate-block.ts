import type { ErrorFacts } from '../../replies/error-facts.js';
import { firstError } from '../../http/first-error.js';
import type { JsonObject } from '../../http/json.js';
import { checkKeys, checkObject, checkText } from './check-field.js';
import { fieldRequired, invalidField, unknownTag } from '../errors/bad-request.js';
import { validateSource } from './validate-source.js';
import { validateToolResult } from './validate-tool-result.js';

interface BlockRules {
  readonly keys: readonly string[];
  readonly check: (block: JsonObject, path: string) => ErrorFacts | null;
}

const ID_PATTERN = /^[a-zA-Z0-9_-]+$/;
const NAME_LIMIT = 200;

const RULES: Readonly<Record<string, BlockRules>> = {
  text: {
    keys: ['text', 'citations', 'cache_control'],
    check: (block, path) => checkText(block['text'], `${path}.text`),
  },
  image: { keys: ['source', 'cache_control'], check: (block, path) => validateSource(block, path, 'image') },
  document: {
    keys: ['source', 'title', 'context', 'citations', 'cache_control'],
    check: (block, path) => validateSource(block, path, 'document'),
  },
  thinking: { keys: ['thinking', 'signature'], check: validateThinkingBlock },
  redacted_thinking: {
    keys: ['data'],
    check: (block, path) => checkText(block['data'], `${path}.data`, { minimum: 1 }),
  },
  tool_use: { keys: ['id', 'name', 'input', 'caller', 'cache_control'], check: validateToolUse },
  tool_result: {
    keys: ['tool_use_id', 'content', 'is_error', 'cache_control'],
    check: (block, path) =>
      checkText(block['tool_use_id'], `${path}.tool_use_id`, { pattern: ID_PATTERN }) ??
      validateToolResult(block, { path, validateBlock }),
  },
};
/** Our clients never send these blocks of server tools and betas, so they pass unchecked. */
const OTHER_TYPES = [
  ...['advisor_tool_result', 'bash_code_execution_tool_result', 'code_execution_tool_result', 'compaction'],
  ...['container_upload', 'mcp_tool_result', 'mcp_tool_use', 'search_result', 'server_tool_use'],
  ...['text_editor_code_execution_tool_result', 'tool_reference', 'tool_search_tool_result'],
  ...['web_fetch_tool_result', 'web_search_tool_result'],
];
const BLOCK_TYPES: readonly string[] = [...Object.keys(RULES), ...OTHER_TYPES].sort();

export function validateBlock(
  block: unknown,
  path: string,
  types: readonly string[] = BLOCK_TYPES,
): ErrorFacts | null {
  const notObject = checkObject(block, path);
  if (notObject) return notObject;
  const fields = block as JsonObject;
  const type = fields['type'];
  if (type === undefined) return fieldRequired(`${path}.type`);
  if (typeof type !== 'string' || !types.includes(type)) return unknownTag(path, type, types);
  const rules = RULES[type];
  if (!rules) return null;
  // Anthropic's paths include the block's type.
  const tagged = `${path}.${type}`;
  return firstError([
    () => rules.check(fields, tagged),
    () => checkKeys(fields, { path: tagged, allowed: ['type', ...rules.keys] }),
  ]);
}

function validateThinkingBlock(block: JsonObject, path: string): ErrorFacts | null {
  return firstError([
    () => checkText(block['thinking'], `${path}.thinking`),
    () => checkText(block['signature'], `${path}.signature`),
    () => (block['signature'] === '' ? invalidSignature(path) : null),
  ]);
}

/** For this error, Anthropic's path omits the block's type. */
function invalidSignature(path: string): ErrorFacts {
  return invalidField(path.replace(/\.thinking$/, ''), 'Invalid `signature` in `thinking` block');
}

function validateToolUse(block: JsonObject, path: string): ErrorFacts | null {
  return firstError([
    () => checkText(block['id'], `${path}.id`, { pattern: ID_PATTERN }),
    () => checkText(block['name'], `${path}.name`, { minimum: 1, maximum: NAME_LIMIT }),
    () => checkObject(block['input'], `${path}.input`),
  ]);
}
