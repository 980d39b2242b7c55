import type OpenAI from 'openai';
import { expectTypeOf, test } from 'vitest';
import type {
  CHAT_FIELDS,
  CONVERSATION_FIELDS,
  RESPONSE_FIELDS,
} from '../../../packages/gateway/openai/requests/request-fields.js';

type KeysOfAll<Union> = Union extends unknown ? keyof Union : never;
type Missing<Params, Fields> = Exclude<KeysOfAll<Params>, keyof Fields>;

test("the fields of OpenAI's own client -> each is supported, ignored or refused", () => {
  expectTypeOf<Missing<OpenAI.ChatCompletionCreateParams, typeof CHAT_FIELDS>>().toBeNever();
  expectTypeOf<Missing<OpenAI.Responses.ResponseCreateParams, typeof RESPONSE_FIELDS>>().toBeNever();
  expectTypeOf<
    Missing<OpenAI.Conversations.ConversationCreateParams, typeof CONVERSATION_FIELDS>
  >().toBeNever();
});
