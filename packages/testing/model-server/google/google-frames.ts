import type { JsonObject } from '../http/json.js';
import type { ModelRequest } from '../http/model-request.js';
import { parseArguments, type AnswerEvent, type FinishReason } from '../replies/reply.js';

/** Tool calls have no finish reason. */
const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  content_filter: 'SAFETY',
  tool_calls: 'STOP',
};

export function dataFrame(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** Calls arrive whole, and a signature belongs to the part after it. */
export class GoogleFrames {
  readonly #request: ModelRequest;
  #signature: string | undefined;
  #call: { readonly id: string; readonly name: string; args: string } | undefined;

  constructor(request: ModelRequest) {
    this.#request = request;
  }

  write(event: AnswerEvent): readonly string[] {
    return this.toChunks(event).map(dataFrame);
  }

  toChunks(event: AnswerEvent): readonly JsonObject[] {
    switch (event.kind) {
      case 'start':
        return [];
      case 'reasoning':
        return [this.#chunk([{ text: event.delta, thought: true }])];
      case 'reasoning-signature':
        this.#signature = event.signature;
        return [];
      case 'text':
        return [this.#chunk([{ text: event.delta }])];
      case 'tool-call': {
        const before = this.#endCall();
        this.#call = { id: event.id, name: event.name, args: '' };
        return before;
      }
      case 'tool-arguments':
        if (this.#call) this.#call.args += event.delta;
        return [];
      case 'finish':
        return [...this.#endCall(), this.#finish(event)];
    }
  }

  #endCall(): readonly JsonObject[] {
    const call = this.#call;
    this.#call = undefined;
    if (!call) return [];
    const { id, name } = call;
    return [
      this.#chunk([
        { functionCall: { id, name, args: parseArguments(call.args) }, ...this.#takeSignature() },
      ]),
    ];
  }

  #finish({ reason, usage }: Extract<AnswerEvent, { kind: 'finish' }>): JsonObject {
    const candidate = {
      content: { role: 'model', parts: [{ text: '', ...this.#takeSignature() }] },
      finishReason: FINISH_REASONS[reason],
      index: 0,
    };
    const usageMetadata = {
      promptTokenCount: usage.inputTokens,
      cachedContentTokenCount: usage.cachedInputTokens,
      candidatesTokenCount: usage.outputTokens - usage.reasoningTokens,
      thoughtsTokenCount: usage.reasoningTokens,
      totalTokenCount: usage.inputTokens + usage.outputTokens,
    };
    return { candidates: [candidate], usageMetadata, ...this.#facts() };
  }

  #takeSignature(): JsonObject {
    const thoughtSignature = this.#signature;
    this.#signature = undefined;
    return thoughtSignature === undefined ? {} : { thoughtSignature };
  }

  #chunk(parts: readonly JsonObject[]): JsonObject {
    return { candidates: [{ content: { role: 'model', parts }, index: 0 }], ...this.#facts() };
  }

  #facts(): JsonObject {
    const { n, path } = this.#request;
    return { modelVersion: path.replace(/^.*\/models\/|:.*$/g, ''), responseId: `response_${n}` };
  }
}

export function answerBody(events: readonly AnswerEvent[], request: ModelRequest): JsonObject {
  const frames = new GoogleFrames(request);
  const chunks = events.flatMap((event) => frames.toChunks(event));
  const candidates = chunks.flatMap((chunk) => chunk['candidates'] as JsonObject[]);
  const parts = candidates.flatMap(({ content }) => (content as { parts: JsonObject[] }).parts);
  return { ...chunks.at(-1), candidates: [{ ...candidates.at(-1), content: { role: 'model', parts } }] };
}
