import { expect, test } from 'vitest';
import { validateMessagesRequest } from '../../../../packages/testing/model-server/index.js';

export type Rule = readonly [rule: string, refused: unknown, message: string, accepted: unknown];

export const user = { role: 'user', content: 'Hi' };
export const says = (content: unknown) => ({ role: 'assistant', content });
export const text = (value: unknown, more: object = {}) => ({ type: 'text', text: value, ...more });
export const use = (id = 'a', more: object = {}) => ({
  type: 'tool_use',
  id,
  name: 'look',
  input: {},
  ...more,
});
export const result = (id = 'a', more: object = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'done',
  ...more,
});
export const thought = { type: 'thinking', thinking: 'Hm.', signature: 's' };
export const schema = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] };
export const tool = (more: object = {}) => ({ name: 'look', input_schema: schema, ...more });

export const having = (more: object) => ({ model: 'm', max_tokens: 10, messages: [user], ...more });
export const withMessages = (...messages: unknown[]) => having({ messages, tools: [tool()] });
export const withBlocks = (...content: unknown[]) => withMessages({ role: 'user', content });
export const withUse = (block: object) =>
  withMessages(user, says([block]), { role: 'user', content: [result()] });
export const withResult = (block: object) =>
  withMessages(user, says([use()]), { role: 'user', content: [block] });
export const withTool = (more: object) => having({ tools: [tool(more)] });

export const required = (path: string) => `${path}: Field required`;
export const extra = (path: string) => `${path}: Extra inputs are not permitted`;
export const notText = (path: string) => `${path}: Input should be a valid string`;
export const notList = (path: string) => `${path}: Input should be a valid list`;
export const notObject = (path: string) => `${path}: Input should be a valid dictionary`;

export function testRules(rules: readonly Rule[]): void {
  test.each(rules)('%s -> refused, its neighbour accepted', (_, refused, message, accepted) => {
    expect(validateMessagesRequest(JSON.parse(JSON.stringify(refused)))).toEqual({
      status: 400,
      type: 'invalid_request_error',
      message,
      param: null,
      code: null,
    });
    expect(validateMessagesRequest(JSON.parse(JSON.stringify(accepted)))).toBeNull();
  });
}
