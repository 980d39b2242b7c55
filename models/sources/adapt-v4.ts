import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3DataContent,
  LanguageModelV3Message,
  LanguageModelV3StreamPart,
  LanguageModelV3ToolResultOutput,
} from '@ai-sdk/provider';

/** Declared here, because packages of the AI SDK 7 need Node 22. */
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

export function adaptV4(model: AiSdk7Model): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: () => Promise.reject(new Error('Models of the AI SDK 7 are only streamed')),
    async doStream(options) {
      // All other fields agree.
      const { stream, ...rest } = await model.doStream(toOptions(options) as never);
      return { ...rest, stream: stream.pipeThrough(translateParts()) };
    },
  };
}

const UNKNOWN_TO_V3: ReadonlySet<string> = new Set(['ping', 'custom', 'reasoning-file']);

function translateParts(): TransformStream<{ type: string }, LanguageModelV3StreamPart> {
  return new TransformStream({
    transform(part, controller) {
      if (UNKNOWN_TO_V3.has(part.type)) return;
      const { finishReason } = part as { finishReason?: { unified: string } };
      // Version 3 lacks 'interrupted'.
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
