import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { Grammar } from './grammar.js';
import type { LooseMessage } from './loose-message.js';
import { validateAnthropic } from './validate-anthropic.js';
import { validateGemini } from './validate-gemini.js';
import { validateOpenAiChat } from './validate-openai-chat.js';
import { validateOpenAiResponses } from './validate-openai-responses.js';
import { isRecord } from '../../protocol/is-record.js';

const VALIDATORS: Readonly<Record<Grammar, (messages: readonly LooseMessage[]) => string[]>> = {
  'openai-chat': validateOpenAiChat,
  'openai-responses': validateOpenAiResponses,
  anthropic: validateAnthropic,
  gemini: validateGemini,
};

/**
 * Lists what a provider would refuse in a list of messages, system messages among them: a sentence for each broken rule
 * with the message's index, none when the list is accepted. Linear. The code that makes such lists shares none of this.
 */
export function validateGrammar(messages: readonly ModelMessage[], grammar: Grammar): string[] {
  const strange = messages.flatMap((message: unknown, index) =>
    isRecord(message) ? [] : [`Message ${index} is not a message`],
  );
  return strange.length > 0 ? strange : VALIDATORS[grammar](messages);
}
