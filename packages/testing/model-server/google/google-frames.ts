import type { JsonObject } from '../http/json.js';
import type { ModelRequest } from '../http/model-request.js';
import { parseArguments, type AnswerEvent, type FinishReason } from '../http/reply.js';

/** Google has no finish reason for tool calls. */
const FINISH_REASONS: Readonly<Record<FinishReason, string>> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  content_filter: 'SAFETY',
  tool_calls: 'STOP',
};

export function dataFrame(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** Tool calls arrive whole, and a signature belongs to the part after it. */
export class GoogleFrames {
  readonly #facts: JsonObject;
  #signature: JsonObject = {};
  #call: { readonly id: string; readonly name: string; args: string } | undefined;

  constructor({ n, path }: ModelRequest) {
    this.#facts = { modelVersion: path.replace(/^.*\/models\/|:.*$/g, ''), responseId: `response_${n}` };
  }

  write(event: AnswerEvent): readonly string[] {
    return this.toChunks(event).map(dataFrame);
  }

  toChunks(event: AnswerEvent): readonly JsonObject[] {
    switch (event.kind) {
      case 'reasoning':
        return [this.#chunk({ text: event.delta, thought: true })];
      case 'text':
        return [this.#chunk({ text: event.delta })];
      case 'tool-call': {
        const before = this.#endCall();
        this.#call = { id: event.id, name: event.name, args: '' };
        return before;
      }
      case 'finish':
        return [...this.#endCall(), this.#finish(event)];
      case 'reasoning-signature':
        this.#signature = { thoughtSignature: event.signature };
        return [];
      case 'tool-arguments':
        if (this.#call) this.#call.args += event.delta;
        return [];
      case 'start':
        return [];
    }
  }

  #endCall(): readonly JsonObject[] {
    if (!this.#call) return [];
    const { id, name, args } = this.#call;
    this.#call = undefined;
    return [
      this.#chunk({ functionCall: { id, name, args: parseArguments(args) }, ...this.#takeSignature() }),
    ];
  }

  #finish({ reason, usage }: Extract<AnswerEvent, { kind: 'finish' }>): JsonObject {
    const usageMetadata = {
      promptTokenCount: usage.inputTokens,
      cachedContentTokenCount: usage.cachedInputTokens,
      candidatesTokenCount: usage.outputTokens - usage.reasoningTokens,
      thoughtsTokenCount: usage.reasoningTokens,
      totalTokenCount: usage.inputTokens + usage.outputTokens,
    };
    const last = { text: '', ...this.#takeSignature() };
    return { ...this.#chunk(last, { finishReason: FINISH_REASONS[reason] }), usageMetadata };
  }

  #takeSignature(): JsonObject {
    const signature = this.#signature;
    this.#signature = {};
    return signature;
  }

  #chunk(part: JsonObject, end: JsonObject = {}): JsonObject {
    const candidate = { content: { role: 'model', parts: [part] }, index: 0, ...end };
    return { candidates: [candidate], ...this.#facts };
  }
}

export function answerBody(events: readonly AnswerEvent[], request: ModelRequest): JsonObject {
  const frames = new GoogleFrames(request);
  const chunks = events.flatMap((event) => frames.toChunks(event));
  const candidates = chunks.flatMap((chunk) => chunk['candidates'] as JsonObject[]);
  const parts = candidates.flatMap(({ content }) => (content as { parts: JsonObject[] }).parts);
  return { ...chunks.at(-1), candidates: [{ ...candidates.at(-1), content: { role: 'model', parts } }] };
}
