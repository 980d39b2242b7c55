import type { ErrorFacts } from '../../replies/error-facts.js';
import { firstError, firstErrorIn } from '../../http/first-error.js';
import { isJsonObject, type JsonObject } from '../../http/json.js';
import { checkObject } from './check-field.js';
import { fieldRequired, invalidField, badRequest, unknownTag } from '../errors/bad-request.js';
import { mergeTurns, type PlacedBlock, type Turn } from './merge-turns.js';

const TYPES = ['adaptive', 'between_tools', 'disabled', 'enabled'];
const MINIMUM_BUDGET = 1024;
const DOCS = 'https://docs.claude.com/en/docs/build-with-claude/extended-thinking';
const THINKING_BLOCKS: readonly unknown[] = ['thinking', 'redacted_thinking'];

export function validateThinking(body: JsonObject): ErrorFacts | null {
  const { thinking } = body;
  if (thinking === undefined || thinking === null) return null;
  const notObject = checkObject(thinking, 'thinking');
  if (notObject) return notObject;
  const { type } = thinking as JsonObject;
  if (type === undefined) return fieldRequired('thinking.type');
  if (typeof type !== 'string' || !TYPES.includes(type)) return unknownTag('thinking', type, TYPES);
  if (type !== 'enabled') return null;
  return firstError([
    () => validateBudget((thinking as JsonObject)['budget_tokens'], body['max_tokens']),
    () => validateSampling(body),
    () => validateForcedUse(body['tool_choice']),
    () => validateThoughts(mergeTurns(body['messages'])),
  ]);
}

function validateBudget(budget: unknown, maxTokens: unknown): ErrorFacts | null {
  const path = 'thinking.enabled.budget_tokens';
  if (budget === undefined) return fieldRequired(path);
  if (!Number.isInteger(budget)) return invalidField(path, 'Input should be a valid integer');
  if (Number(budget) < MINIMUM_BUDGET) {
    return invalidField(path, `Input should be greater than or equal to ${MINIMUM_BUDGET}`);
  }
  if (Number(maxTokens) > Number(budget)) return null;
  const message = `\`max_tokens\` must be greater than \`thinking.budget_tokens\`. Please consult our documentation at ${DOCS}#max-tokens-and-context-window-size`;
  return badRequest(message);
}

function validateSampling(body: JsonObject): ErrorFacts | null {
  const { temperature = null, top_k: topK = null } = body;
  const see = `Please consult our documentation at ${DOCS}#important-considerations-when-using-extended-thinking`;
  if (temperature !== null && temperature !== 1) {
    return badRequest(`\`temperature\` may only be set to 1 when thinking is enabled. ${see}`);
  }
  return topK === null ? null : badRequest(`\`top_k\` must be unset when thinking is enabled. ${see}`);
}

function validateForcedUse(choice: unknown): ErrorFacts | null {
  const type = isJsonObject(choice) ? choice['type'] : undefined;
  if (type !== 'any' && type !== 'tool') return null;
  return badRequest('Thinking may not be enabled when tool_choice forces tool use.');
}

/** Thinking blocks come first in a turn, and an answer with pending tool results must include its first one. */
function validateThoughts(turns: readonly Turn[]): ErrorFacts | null {
  const open = openAnswer(turns);
  return firstErrorIn(turns, (turn) => {
    const [first] = turn.blocks;
    if (turn.role === 'user' || !first || isThought(first)) return null;
    const path = `messages.${first.message}.content.${first.at}`;
    const found = String(first.block['type']);
    if (turn.blocks.some(isThought)) {
      return invalidField(
        path,
        `If an assistant message contains any thinking blocks, the first block must be \`thinking\` or \`redacted_thinking\`. Found \`${found}\`.`,
      );
    }
    if (turn !== open) return null;
    const problem = `Expected \`thinking\` or \`redacted_thinking\`, but found \`${found}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. Please consult our documentation at ${DOCS}`;
    return invalidField(`${path}.type`, problem);
  });
}

/** Returns the first step of the answer whose tool results end the request. */
function openAnswer(turns: readonly Turn[]): Turn | undefined {
  const isResults = (turn: Turn): boolean =>
    turn.blocks.every(({ block }) => block['type'] === 'tool_result');
  const asked = turns.findLastIndex((turn) => turn.role === 'user' && !isResults(turn));
  return asked < turns.length - 1 && turns.at(-1)?.role === 'user' ? turns[asked + 1] : undefined;
}

function isThought({ block }: PlacedBlock): boolean {
  return THINKING_BLOCKS.includes(block['type']);
}
