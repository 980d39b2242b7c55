import type {
  LanguageModelV2,
  LanguageModelV2CallOptions,
  LanguageModelV2StreamPart,
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Prompt,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider';
import { adaptV4, type AiSdk7Model } from './adapt-v4.js';
import type { AiSdkModel } from './model-source.js';

export function asModelV3(id: string, model: AiSdkModel): LanguageModelV3 {
  const { specificationVersion, doStream } = Object(model) as Partial<
    Pick<AiSdkModel, 'specificationVersion' | 'doStream'>
  >;
  if (typeof doStream !== 'function')
    throw unusable(id, 'its provider returned no model of the AI SDK; return one that has doStream');
  switch (specificationVersion) {
    case 'v3':
      return model as LanguageModelV3;
    case 'v2':
      return upgrade(model as LanguageModelV2);
    case 'v4':
      return adaptV4(model as AiSdk7Model);
    default: {
      const version = String(specificationVersion);
      const remedy = 'install the version of its package for the AI SDK 7 or 6';
      throw unusable(
        id,
        `it has version '${version}' of the AI SDK's interface, and 'v4', 'v3' and 'v2' are known; ${remedy}`,
      );
    }
  }
}

function unusable(id: string, reason: string): Error {
  return Object.assign(new Error(`Model '${id}' cannot be used: ${reason}`), { code: 'ERR_UNKNOWN_MODEL' });
}

function upgrade(model: LanguageModelV2): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: () => Promise.reject(new Error('Models of the AI SDK 5 are only streamed')),
    async doStream(options) {
      const { stream, ...rest } = await model.doStream(toOptions(options));
      return { ...rest, stream: stream.pipeThrough(upgradeParts()) };
    },
  };
}

function upgradeParts(): TransformStream<LanguageModelV2StreamPart, LanguageModelV3StreamPart> {
  return new TransformStream({
    transform(part, controller) {
      // Only the part at the end of a stream differs.
      controller.enqueue(part.type === 'finish' ? upgradeFinish(part) : (part as LanguageModelV3StreamPart));
    },
  });
}

function upgradeFinish({
  finishReason,
  usage,
  providerMetadata,
}: Extract<LanguageModelV2StreamPart, { type: 'finish' }>): LanguageModelV3StreamPart {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = usage;
  return {
    type: 'finish',
    // 'unknown' means that the provider gave no reason.
    finishReason:
      finishReason === 'unknown'
        ? { unified: 'other', raw: undefined }
        : { unified: finishReason, raw: finishReason },
    usage: {
      inputTokens: {
        total: inputTokens,
        noCache: undefined,
        cacheRead: cachedInputTokens,
        cacheWrite: undefined,
      },
      outputTokens: { total: outputTokens, text: undefined, reasoning: reasoningTokens },
    },
    providerMetadata,
  };
}

function toOptions({ prompt, ...options }: LanguageModelV3CallOptions): LanguageModelV2CallOptions {
  // Other differences are in tool kinds that we never offer.
  return { ...options, prompt: prompt.map(toMessage) } as LanguageModelV2CallOptions;
}

function toMessage(message: LanguageModelV3Prompt[number]): object {
  if (message.role !== 'tool') return message;
  const content = message.content.map((part) => {
    if (part.type !== 'tool-result' || part.output.type !== 'content') return part;
    const value = part.output.value.map((item) =>
      item.type === 'image-data' || item.type === 'file-data'
        ? { type: 'media', data: item.data, mediaType: item.mediaType }
        : item,
    );
    return { ...part, output: { type: 'content', value } };
  });
  return { ...message, content };
}
