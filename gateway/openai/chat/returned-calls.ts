import { createHash } from 'node:crypto';
import type { TurnEvent } from '../../../client/stream/stream-events.js';
import type { ChatToolCall } from './chat-completion.js';

interface SeenCall {
  /** The model's id, which may be empty or that of another call. */
  modelId: string;
  call: ChatToolCall;
  isOfCaller: boolean;
  hasResult: boolean;
}

/** Follows the events of a turn to know which calls of the caller's tools it ends with. */
export class ReturnedCalls {
  #step = 0;
  #text = '';
  #seen: SeenCall[] = [];
  readonly #turnId: string;
  readonly #names: ReadonlySet<string>;

  /** `names`: those of the caller's tools. */
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
      if (settled !== undefined) settled.hasResult = true;
    }
  }

  /** The calls that the newest step asks for; none: the answer is its text. */
  get calls(): readonly ChatToolCall[] {
    return this.#seen.filter(({ isOfCaller, hasResult }) => isOfCaller && !hasResult).map(({ call }) => call);
  }

  /** The text beside the calls; null: there is none. */
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

  /** The calls of an earlier step were carried out, or the answer would not have gone on. */
  #enter(step: number): void {
    if (step === this.#step) return;
    this.#step = step;
    this.#text = '';
    this.#seen = [];
  }
}

/**
 * The id under which a client knows a call, the same for every reading of the turn. Models repeat ids in each round, give all calls
 * one id, or none: clients match results by them.
 */
export function callId(place: { turnId: string; step: number; index: number }): string {
  const { turnId, step, index } = place;
  const hash = createHash('sha256').update(JSON.stringify([turnId, step, index]));
  return `call_${hash.digest('hex').slice(0, 24)}`;
}
