import { OpenAiError } from './errors/openai-error.js';
import { toOpenAiError } from './errors/to-openai-error.js';

/**
 * Does what is left of a request whose message is stored. Without a key it would be stored again by the same request made
 * again, so that no failure from here on asks for that, not even one that is over in a moment.
 */
export async function afterStoring<Result>(
  key: string | undefined,
  answer: () => Promise<Result>,
): Promise<Result> {
  try {
    return await answer();
  } catch (error) {
    if (key !== undefined) throw error;
    const { message, facts } = toOpenAiError(error);
    throw new OpenAiError(message, { ...facts, isRetried: false, retryAfterMs: undefined }, { cause: error });
  }
}
