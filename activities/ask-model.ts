import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { Context } from '@temporalio/activity';
import { hideThinking } from '../context/hide-thinking.js';
import { wellFormed } from '../context/well-formed.js';
import { readStream, type ModelResponse } from '../models/stream/read-stream.js';
import type { ActivityDependencies } from './dependencies.js';

/** A model's answer to a call that nobody reads while it streams. */
export interface PlainAnswer {
  response: ModelResponse;
  /** Its text, without thinking that was written into it. */
  visible: string;
  thinking: string;
}

/** Makes one model call whose text goes to no reader, until the Activity is cancelled. Throws like `readStream`. */
export async function askModel(
  models: ActivityDependencies['models'],
  call: { model: string; options: Omit<LanguageModelV3CallOptions, 'abortSignal'> },
): Promise<PlainAnswer> {
  const response = await readStream({
    model: await models.resolve(call.model),
    options: call.options,
    signal: Context.current().cancellationSignal,
  });
  const { visible, thinking } = hideThinking(joinText(response));
  return { response, visible: wellFormed(visible), thinking: wellFormed(thinking) };
}

function joinText({ content }: ModelResponse): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
