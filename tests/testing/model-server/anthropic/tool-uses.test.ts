import { describe } from 'vitest';
import { having, result, says, testRules, text, tool, use, user, withMessages, type Rule } from './bodies.js';

const answers = (...content: unknown[]) => ({ role: 'user', content });
const answered = (index: number, ids: string) =>
  `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
const unexpected = (at: string, id: string) =>
  `${at}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
const declared = 'Requests which include `tool_use` or `tool_result` blocks must define tools.';
const step = [says([use()]), answers(result())];

// prettier-ignore
const RULES: readonly Rule[] = [
  ['use without result, at the end', withMessages(user, says([use()])), answered(1, 'a'), withMessages(user, ...step)],
  ['two of three uses without result', withMessages(user, says([use('a'), use('b'), use('c')]), answers(result('b')), says('x'), user), answered(1, 'a, c'), withMessages(user, says([use('a'), use('b'), use('c')]), answers(result('c'), result('a'), result('b')), says('x'), user)],
  ['result one turn late', withMessages(user, says([use()]), user, says('x'), answers(result())), answered(1, 'a'), withMessages(user, ...step, says('x'), user)],
  ['text before the result', withMessages(user, says([use()]), answers(text('So:'), result())), answered(1, 'a'), withMessages(user, says([use()]), answers(result(), text('So:')))],
  ['text between results', withMessages(user, says([use('a'), use('b')]), answers(result('a'), text('and'), result('b'))), answered(1, 'b'), withMessages(user, says([use('a'), use('b')]), answers(result('a'), result('b'), text('and')))],
  ['a message before the result, merged with it', withMessages(user, says([use()]), user, answers(result())), answered(1, 'a'), withMessages(user, says([use()]), answers(result()), user)],
  ['results in two messages, one missing', withMessages(user, says([use('a'), use('b')]), answers(result('a')), answers(text('x'))), answered(1, 'b'), withMessages(user, says([use('a'), use('b')]), answers(result('a')), answers(result('b')))],
  ['uses in two messages, one unanswered', withMessages(user, says([use('a')]), says([use('b')]), answers(result('a'))), answered(2, 'b'), withMessages(user, says([use('a')]), says([use('b')]), answers(result('a'), result('b')))],
  ['result of nothing', withMessages(answers(result('z'))), unexpected('messages.0.content.0', 'z'), withMessages(answers(text('z')))],
  ['result of another id', withMessages(user, says([use('a')]), answers(result('a'), result('z'))), unexpected('messages.2.content.1', 'z'), withMessages(user, says([use('a')]), answers(result('a'), text('z')))],
  ['result of an earlier use again', withMessages(user, ...step, says('x'), answers(result())), unexpected('messages.4.content.0', 'a'), withMessages(user, ...step, says([use('b')]), answers(result('b')))],
  ['two results of one use', withMessages(user, says([use()]), answers(result(), result())), 'messages.2.content.1: each tool_use must have a single result. Found multiple `tool_result` blocks with id: a', withMessages(user, says([use(), use('b')]), answers(result(), result('b')))],
  ['an id twice in a message', withMessages(user, says([use(), use()]), answers(result())), 'messages.1.content.1: `tool_use` ids must be unique', withMessages(user, says([use(), use('b')]), answers(result(), result('b')))],
  ['an id again in a later step', withMessages(user, ...step, ...step), 'messages.3.content.0: `tool_use` ids must be unique', withMessages(user, ...step, says([use('a2')]), answers(result('a2')))],
  ['no tools', having({ messages: [user, ...step] }), declared, having({ messages: [user, ...step], tools: [tool({ name: 'other' })] })],
  ['empty tools', having({ messages: [user, ...step], tools: [] }), declared, having({ tools: [] })],
];

describe('findProblems', () => testRules(RULES));
