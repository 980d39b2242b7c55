import type { TurnEvent } from '../../../client/stream/stream-events.js';
import type { CallerTools } from '../../../protocol/caller-tools.js';
import type { ChatToolCall } from './chat-completion.js';

/** Follows the events of a turn, so that at its end it knows which calls of the caller's tools it gave back. */
export class ReturnedCalls {
  #step = 0;
  #text = '';
  #calls: ChatToolCall[] = [];
  readonly #names: ReadonlySet<string>;
  /** Ids of the calls that came with the request. */
  readonly #known: ReadonlySet<string>;

  constructor(given: { tools: readonly { name: string }[]; rounds: CallerTools['rounds'] } | undefined) {
    this.#names = new Set(given?.tools.map(({ name }) => name));
    this.#known = new Set(given?.rounds.flatMap(({ calls }) => calls.map(({ id }) => id)));
  }

  /** Of an answer that is read by the names of the caller's tools alone. */
  static ofTools(names: readonly string[]): ReturnedCalls {
    return new ReturnedCalls({ tools: names.map((name) => ({ name })), rounds: [] });
  }

  see(event: TurnEvent): void {
    if (event.type === 'text-delta') {
      this.#enter(event.step);
      this.#text += event.text;
    }
    if (event.type === 'reset' && event.step === this.#step) this.#text = '';
    if (event.type === 'tool-result') this.#calls = this.#calls.filter(({ id }) => id !== event.toolCallId);
    if (event.type === 'tool-call' && !this.#known.has(event.toolCallId)) this.#call(event);
  }

  /** The calls that the newest step asks for; none: the answer is its text. */
  get calls(): readonly ChatToolCall[] {
    return this.#calls;
  }

  /** The text beside the calls; null: there is none. */
  get text(): string | null {
    return this.#text === '' ? null : this.#text;
  }

  #call({ step, toolCallId, name, input }: Extract<TurnEvent, { type: 'tool-call' }>): void {
    this.#enter(step);
    if (!this.#names.has(name)) return;
    const text = typeof input === 'string' ? input : JSON.stringify(input);
    this.#calls.push({ id: toolCallId, type: 'function', function: { name, arguments: text } });
  }

  /** The calls of an earlier step were carried out, or the answer would not have gone on. */
  #enter(step: number): void {
    if (step === this.#step) return;
    this.#step = step;
    this.#text = '';
    this.#calls = [];
  }
}
