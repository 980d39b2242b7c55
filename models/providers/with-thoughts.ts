import type { LanguageModelV3, LanguageModelV3Message, LanguageModelV3StreamPart } from '@ai-sdk/provider';

const MARK = 'reasoningContent';
const PROVIDER = 'openaiCompatible';

export class ThoughtWatch {
  hasSeen = false;

  /** The package calls this before it passes on the chunk's parts. */
  readonly extractor = {
    extractMetadata: () => Promise.resolve(undefined),
    createStreamExtractor: () => ({
      processChunk: (chunk: unknown): void => {
        this.hasSeen ||= hasReasoningContent(chunk);
      },
      buildMetadata: () => undefined,
    }),
  };
}

/**
 * Removes the thoughts of other models, which the endpoint would read as its own. Adds an empty thought to
 * calls if the endpoint may require one.
 */
export function withThoughts<Model extends LanguageModelV3>(
  model: Model,
  { id, watch }: { id: string; watch: ThoughtWatch },
): Model {
  const { doStream } = model;
  return Object.assign(model, {
    doStream: async (options: Parameters<typeof doStream>[0]) => {
      const prompt = keepOwnThoughts(options.prompt, id);
      const { stream, ...rest } = await doStream.call(model, { ...options, prompt });
      return { ...rest, stream: stream.pipeThrough(markThoughts(id, watch)) };
    },
  });
}

function markThoughts(
  id: string,
  watch: ThoughtWatch,
): TransformStream<LanguageModelV3StreamPart, LanguageModelV3StreamPart> {
  return new TransformStream({
    transform(part, controller) {
      const isMarked = part.type === 'reasoning-start' && watch.hasSeen;
      controller.enqueue(isMarked ? { ...part, providerMetadata: { [PROVIDER]: { [MARK]: id } } } : part);
    },
  });
}

function keepOwnThoughts(prompt: readonly LanguageModelV3Message[], id: string): LanguageModelV3Message[] {
  const own = prompt.map((message) => dropForeign(message, id));
  return own.some(hasThought) ? own.map(addEmptyThought) : own;
}

function dropForeign(message: LanguageModelV3Message, id: string): LanguageModelV3Message {
  if (message.role !== 'assistant') return message;
  const isOwn = ({ providerOptions }: (typeof message.content)[number]): boolean =>
    providerOptions?.[PROVIDER]?.[MARK] === id;
  return { ...message, content: message.content.filter((part) => part.type !== 'reasoning' || isOwn(part)) };
}

function addEmptyThought(message: LanguageModelV3Message): LanguageModelV3Message {
  if (message.role !== 'assistant' || hasThought(message)) return message;
  if (!message.content.some(({ type }) => type === 'tool-call')) return message;
  const { providerOptions } = message;
  const fields = { ...providerOptions?.[PROVIDER], reasoning_content: '' };
  return { ...message, providerOptions: { ...providerOptions, [PROVIDER]: fields } };
}

function hasThought({ role, content }: LanguageModelV3Message): boolean {
  return role === 'assistant' && content.some(({ type }) => type === 'reasoning');
}

function hasReasoningContent(chunk: unknown): boolean {
  const { choices } = Object(chunk) as { choices?: { delta?: { reasoning_content?: unknown } }[] };
  const thought = choices?.[0]?.delta?.reasoning_content;
  return typeof thought === 'string' && thought !== '';
}
