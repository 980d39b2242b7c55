import { createHash } from 'node:crypto';
import type { TurnEvent } from '../../../../client/stream/turn-events.js';
import type { ChatToolCall } from './chat-completion.js';

interface SeenCall {
  /** Chosen by the model; may be empty or repeated. */
  modelId: string;
  call: ChatToolCall;
  isOfCaller: boolean;
  hasResult: boolean;
}

export class ReturnedCalls {
  #step = 0;
  #text = '';
  #seen: SeenCall[] = [];
  readonly #turnId: string;
  readonly #names: ReadonlySet<string>;

  constructor({ turnId, names }: { turnId: string; names: readonly string[] }) {
    this.#turnId = turnId;
    this.#names = new Set(names);
  }

  see(event: TurnEvent): void {
    if (event.type === 'text-delta') {
      this.#enter(event.step);
      this.#text += event.text;
    }
    if (event.type === 'reset' && event.step === this.#step) this.#text = '';
    if (event.type === 'tool-call') this.#call(event);
    if (event.type === 'tool-result') {
      const settled = this.#seen.find(({ modelId, hasResult }) => modelId === event.toolCallId && !hasResult);
      if (settled) settled.hasResult = true;
    }
  }

  /** The newest step's calls. */
  get calls(): readonly ChatToolCall[] {
    return this.#seen.filter(({ isOfCaller, hasResult }) => isOfCaller && !hasResult).map(({ call }) => call);
  }

  get text(): string | null {
    return this.#text === '' ? null : this.#text;
  }

  #call({ step, toolCallId, name, input }: Extract<TurnEvent, { type: 'tool-call' }>): void {
    this.#enter(step);
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    const id = callId({ turnId: this.#turnId, step, index: this.#seen.length });
    this.#seen.push({
      modelId: toolCallId,
      call: { id, type: 'function', function: { name, arguments: text } },
      isOfCaller: this.#names.has(name),
      hasResult: false,
    });
  }

  #enter(step: number): void {
    if (step === this.#step) return;
    this.#step = step;
    this.#text = '';
    this.#seen = [];
  }
}

/** Unique and permanent: models reuse or omit ids, but clients match results by id. */
export function callId(place: { turnId: string; step: number; index: number }): string {
  const { turnId, step, index } = place;
  const hash = createHash('sha256').update(JSON.stringify([turnId, step, index]));
  return `call_${hash.digest('hex').slice(0, 24)}`;
}
