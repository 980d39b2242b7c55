import { readFileSync } from 'node:fs';
import type OpenAI from 'openai';
import { expect, expectTypeOf, test } from 'vitest';
import {
  CHAT_FIELDS,
  CONVERSATION_FIELDS,
  RESPONSE_FIELDS,
  type FieldTable,
} from '../../../packages/gateway/openai/requests/fields.js';

test.each<[string, FieldTable]>([
  ['Fields of a chat completion', CHAT_FIELDS],
  ['Fields of a response', RESPONSE_FIELDS],
  ['Fields of a conversation', CONVERSATION_FIELDS],
])('%s -> each is told in the documentation as it is treated', (heading, fields) => {
  const page = readFileSync(new URL('../../../docs/gateway-openai.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split(`## ${heading}\n`);
  const rows = section
    .split('\n## ')[0]!
    .split('\n')
    .flatMap((line) => {
      const [name = '', use = '', because = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      return /^`\w+`$/.test(name) ? [[name.slice(1, -1), use, because]] : [];
    });
  expect(rows).toEqual(
    Object.entries(fields).map(([name, field]) => [name, field.use, 'because' in field ? field.because : '']),
  );
});

type KeysOfAll<Union> = Union extends unknown ? keyof Union : never;
type Missing<Params, Fields> = Exclude<KeysOfAll<Params>, keyof Fields>;

test("the fields of OpenAI's own client -> each has a treatment", () => {
  expectTypeOf<Missing<OpenAI.ChatCompletionCreateParams, typeof CHAT_FIELDS>>().toBeNever();
  expectTypeOf<Missing<OpenAI.Responses.ResponseCreateParams, typeof RESPONSE_FIELDS>>().toBeNever();
  expectTypeOf<
    Missing<OpenAI.Conversations.ConversationCreateParams, typeof CONVERSATION_FIELDS>
  >().toBeNever();
});
