import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { Grammar } from './grammar.js';
import { isObject, type LooseMessage } from './loose-message.js';
import { validateAnthropic } from './validate-anthropic.js';
import { validateGemini } from './validate-gemini.js';
import { validateOpenAiChat } from './validate-openai-chat.js';
import { validateOpenAiResponses } from './validate-openai-responses.js';

const VALIDATORS: Readonly<Record<Grammar, (messages: readonly LooseMessage[]) => string[]>> = {
  'openai-chat': validateOpenAiChat,
  'openai-responses': validateOpenAiResponses,
  anthropic: validateAnthropic,
  gemini: validateGemini,
};

/**
 * What a provider would refuse in a list of messages, system messages among them: sentences that name the message's
 * index and the rule, none when it is accepted. Linear; shares no code with what makes such lists.
 */
export function validateGrammar(messages: readonly ModelMessage[], grammar: Grammar): string[] {
  const strange = messages.flatMap((message: unknown, index) =>
    isObject(message) ? [] : [`Message ${index} is not a message`],
  );
  return strange.length > 0 ? strange : VALIDATORS[grammar](messages);
}
