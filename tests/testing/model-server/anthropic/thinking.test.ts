import { describe } from 'vitest';
import {
  extra,
  having,
  notObject,
  required,
  result,
  says,
  testRules,
  text,
  thought,
  tool,
  use,
  user,
  withMessages,
  type Rule,
} from './bodies.js';

const DOCS = 'https://docs.claude.com/en/docs/build-with-claude/extended-thinking';
const see = `Please consult our documentation at ${DOCS}#important-considerations-when-using-extended-thinking`;
const first = (found: string) =>
  `messages.1.content.0: If an assistant message contains any thinking blocks, the first block must be \`thinking\` or \`redacted_thinking\`. Found \`${found}\`.`;
const kept = `messages.1.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`tool_use\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, disable \`thinking\`. Please consult our documentation at ${DOCS}`;
const tags = "'adaptive', 'between_tools', 'disabled', 'enabled'";
const enabled = { type: 'enabled', budget_tokens: 1024 };
const thinking = (value: unknown, more: object = {}) =>
  having({ max_tokens: 2000, thinking: value, tools: [tool()], ...more });
const budget = (tokens: unknown) => thinking({ type: 'enabled', budget_tokens: tokens });
const over = (type: object, ...messages: unknown[]) => thinking(type, { messages });
const thinks = (block: object) => withMessages(user, says([block, text('x')]), user);
const { signature: _signature, ...unsigned } = thought;
const done = { role: 'user', content: [result()] };

// prettier-ignore
const RULES: readonly Rule[] = [
  ['block without signature', thinks(unsigned), required('messages.1.content.0.thinking.signature'), thinks(thought)],
  ['block with an empty signature', thinks({ ...thought, signature: '' }), 'messages.1.content.0.thinking.signature: Invalid `signature` in `thinking` block', thinks({ ...thought, thinking: '' })],
  ['block without text', thinks({ type: 'thinking', signature: 's' }), required('messages.1.content.0.thinking.thinking'), thinks({ type: 'redacted_thinking', data: 'x' })],
  ['block marked for the cache', thinks({ ...thought, cache_control: { type: 'ephemeral' } }), extra('messages.1.content.0.thinking.cache_control'), thinks(thought)],
  ['parameter a boolean', thinking(true), notObject('thinking'), thinking(null)],
  ['parameter without type', thinking({ budget_tokens: 1024 }), required('thinking.type'), thinking(enabled)],
  ['parameter of another type', thinking({ type: 'on' }), `thinking: Input tag 'on' found using 'type' does not match any of the expected tags: ${tags}`, thinking({ type: 'adaptive' })],
  ['no budget', thinking({ type: 'enabled' }), required('thinking.enabled.budget_tokens'), thinking({ type: 'disabled' })],
  ['budget a text', budget('1024'), 'thinking.enabled.budget_tokens: Input should be a valid integer', budget(1024)],
  ['effort for a model without it', having({ model: 'claude-sonnet-4-5', output_config: { effort: 'low' } }), 'This model does not support the effort parameter.', having({ model: 'claude-sonnet-4-6', output_config: { effort: 'low' } })],
  ['budget 1023', budget(1023), 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024', budget(1024)],
  ['budget of all tokens', budget(2000), `\`max_tokens\` must be greater than \`thinking.budget_tokens\`. Please consult our documentation at ${DOCS}#max-tokens-and-context-window-size`, budget(1999)],
  ['temperature 0', thinking(enabled, { temperature: 0 }), `\`temperature\` may only be set to 1 when thinking is enabled. ${see}`, thinking(enabled, { temperature: 1 })],
  ['top_k', thinking(enabled, { top_k: 1 }), `\`top_k\` must be unset when thinking is enabled. ${see}`, thinking({ type: 'disabled' }, { top_k: 1 })],
  ['a forced tool', thinking(enabled, { tool_choice: { type: 'any' } }), 'Thinking may not be enabled when tool_choice forces tool use.', thinking(enabled, { tool_choice: { type: 'auto' } })],
  ['a thought after a text', over(enabled, user, says([text('x'), thought, text('y')]), user), first('text'), over(enabled, user, says([thought, text('x'), thought, text('y')]), user)],
  ['the open step without its thought', over(enabled, user, says([use()]), done), kept, over(enabled, user, says([thought, use()]), done)],
  ['the open step without its thought, told to adapt', over(enabled, user, says([use()]), done), kept, over({ type: 'adaptive' }, user, says([use()]), done)],
  ['the first of two open steps without its thought', over(enabled, user, says([use()]), done, says([thought, use('b')]), { role: 'user', content: [result('b')] }), kept, over(enabled, user, says([thought, use()]), done, says([use('b')]), { role: 'user', content: [result('b')] })],
  ['the open step without its thought, then a new message', over(enabled, user, says([use()]), done), kept, over(enabled, user, says([use()]), { role: 'user', content: [result(), text('Wait')] })],
  ['the open step without its thought, then answered', over(enabled, user, says([use()]), done), kept, over(enabled, user, says([use()]), done, says('x'), user)],
];

describe('findProblems', () => testRules(RULES));
