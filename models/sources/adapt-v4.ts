import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3DataContent,
  LanguageModelV3Message,
  LanguageModelV3StreamPart,
  LanguageModelV3ToolResultOutput,
} from '@ai-sdk/provider';

/** A model of the AI SDK 7, as far as it is used. Its packages need Node 22, so that none of them is a dependency. */
export interface AiSdk7Model {
  readonly specificationVersion: 'v4';
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: LanguageModelV3['supportedUrls'];
  doStream(options: never): PromiseLike<{
    stream: ReadableStream<{ type: string }>;
    request?: { body?: unknown };
    response?: { headers?: Record<string, string> };
  }>;
}

type MessagePart = Exclude<LanguageModelV3Message['content'], string>[number];
type OutputPart = Extract<LanguageModelV3ToolResultOutput, { type: 'content' }>['value'][number];

/** Returns a model of the AI SDK 7 as one of 6. */
export function adaptV4(model: AiSdk7Model): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: () => Promise.reject(new Error('Models of the AI SDK 7 are only streamed')),
    async doStream(options) {
      // The versions agree in all that is not translated here.
      const { stream, ...rest } = await model.doStream(toOptions(options) as never);
      return { ...rest, stream: stream.pipeThrough(translateParts()) };
    },
  };
}

/** Parts that only version 4 has and that carry no part of an answer. */
const UNKNOWN_TO_V3: ReadonlySet<string> = new Set(['ping', 'custom', 'reasoning-file']);

function translateParts(): TransformStream<{ type: string }, LanguageModelV3StreamPart> {
  return new TransformStream({
    transform(part, controller) {
      if (UNKNOWN_TO_V3.has(part.type)) return;
      const { finishReason } = part as { finishReason?: { unified: string } };
      // 'interrupted' says that the stream broke off, for which version 3 has 'other' without a reason of the provider.
      controller.enqueue(
        (finishReason?.unified === 'interrupted'
          ? { ...part, finishReason: { unified: 'other', raw: undefined } }
          : part) as LanguageModelV3StreamPart,
      );
    },
  });
}

function toOptions({ prompt, ...options }: LanguageModelV3CallOptions): object {
  return { ...options, prompt: prompt.map(toMessage) };
}

function toMessage(message: LanguageModelV3Message): object {
  if (message.role === 'system') return message;
  const content: readonly MessagePart[] = message.content;
  return { ...message, content: content.map(toPart) };
}

/** Files name the form of their data in version 4. */
function toPart(part: MessagePart): object {
  if (part.type === 'file') return { ...part, data: toData(part.data) };
  if (part.type !== 'tool-result' || part.output.type !== 'content') return part;
  return { ...part, output: { type: 'content', value: part.output.value.map(toOutputPart) } };
}

function toOutputPart(part: OutputPart): object {
  switch (part.type) {
    case 'image-data':
    case 'file-data':
      return { ...part, type: 'file', data: toData(part.data) };
    case 'image-url':
      return { type: 'file', mediaType: 'image/*', data: toData(new URL(part.url)) };
    case 'file-url':
      return { type: 'file', mediaType: 'application/octet-stream', data: toData(new URL(part.url)) };
    default:
      return part;
  }
}

function toData(data: LanguageModelV3DataContent): object {
  return data instanceof URL ? { type: 'url', url: data } : { type: 'data', data };
}
