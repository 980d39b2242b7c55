import { OpenAiError } from './errors/openai-error.js';
import { toOpenAiError } from './errors/to-openai-error.js';

/** Without a key, a retry would store the message again. */
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
