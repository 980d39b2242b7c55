import type { LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { Context } from '@temporalio/activity';
import { createThinkingFilter, hideThinking } from '../context/hygiene/hide-thinking.js';
import { watchTokens } from '../context/summary/hidden-limit.js';
import { wellFormed } from '../context/text/well-formed.js';
import { countTextTokens } from '../models/counting/count-tokens.js';
import { readStream, type ModelResponse } from '../models/stream/read-stream.js';
import type { ActivityDependencies } from './dependencies.js';
import { endedAnswer } from './ended-answer.js';

export interface PlainAnswer {
  response: ModelResponse;
  /** Excludes thinking that the model wrote into the text. */
  visible: string;
  thinking: string;
}

interface PlainCall {
  model: string;
  options: Omit<LanguageModelV3CallOptions, 'abortSignal'>;
  inputTokens: number;
  /** Stops a longer text, because a small model may never stop. */
  maxTextTokens?: number;
}

export async function askModel(
  { models, pace }: Pick<ActivityDependencies, 'models' | 'pace'>,
  call: PlainCall,
): Promise<PlainAnswer> {
  const { model, inputTokens } = call;
  let answer: PlainAnswer | undefined;
  await pace({ model, inputTokens }, async () => {
    answer = await ask(models, call);
    return answer.response;
  });
  if (!answer) throw new Error('A paced call returned without an answer');
  return answer;
}

async function ask(
  models: ActivityDependencies['models'],
  { model, options, inputTokens, maxTextTokens = Infinity }: PlainCall,
): Promise<PlainAnswer> {
  const watched = new WatchedAnswer(maxTextTokens);
  try {
    const response = await readStream({
      model: await models.resolve(model),
      stallMs: models.findStallMs(model),
      options,
      signal: Context.current().cancellationSignal,
      onText: (delta) => watched.push(delta),
      onReasoning: (delta) => watched.think(delta),
    });
    const { visible, thinking } = hideThinking(joinText(response));
    return { response, visible: wellFormed(visible), thinking: wellFormed(thinking) };
  } catch (error) {
    if (!(error instanceof OverLimitError)) throw error;
    const { visible, thinking, reasoning } = watched;
    const streamed = { visible: wellFormed(visible), thinking: wellFormed(thinking), reasoning, meta: '' };
    const ended = endedAnswer({ model, inputTokens }, streamed);
    return { response: { ...ended, finishReason: 'length' }, ...streamed };
  }
}

class OverLimitError extends Error {
  constructor() {
    super('The model exceeded the length of the requested text');
    this.name = 'OverLimitError';
  }
}

class WatchedAnswer {
  visible = '';
  thinking = '';
  reasoning = '';
  readonly #thoughts = createThinkingFilter();
  readonly #isOver: ReturnType<typeof watchTokens>;

  constructor(limit: number) {
    this.#isOver = watchTokens({ limit, countText: countTextTokens });
  }

  push(delta: string): void {
    const { visible, thinking } = this.#thoughts.push(delta);
    this.visible += visible;
    this.thinking += thinking;
    if (this.#isOver(this.visible.length, () => this.visible)) throw new OverLimitError();
  }

  think(delta: string): void {
    this.reasoning += delta;
  }
}

function joinText({ content }: ModelResponse): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}
