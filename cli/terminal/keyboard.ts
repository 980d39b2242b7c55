import { emitKeypressEvents, type Key } from 'node:readline';
import type { Readable } from 'node:stream';

export type KeyboardInput = Readable & { setRawMode?: (isRaw: boolean) => unknown };

export interface KeyboardListener {
  onKey(key: Key, text: string | undefined): void;
  onPaste(text: string): void;
  onEnd(): void;
}

const PASTE_ON = '\u001b[?2004h';
const PASTE_OFF = '\u001b[?2004l';

/** A pasted text arrives as one event. */
export class Keyboard {
  readonly #input: KeyboardInput;
  readonly #write: (text: string) => unknown;
  readonly #listener: KeyboardListener;
  #pasted: string[] | undefined;

  constructor(input: KeyboardInput, write: (text: string) => unknown, listener: KeyboardListener) {
    this.#input = input;
    this.#write = write;
    this.#listener = listener;
    emitKeypressEvents(input);
    // A closed terminal can be neither read nor restored.
    input.on('error', this.#end);
  }

  start(): void {
    this.#input.setRawMode?.(true);
    this.#write(PASTE_ON);
    this.#input.on('keypress', this.#take).on('end', this.#end).resume();
    process.on('exit', this.#restore);
  }

  stop(): void {
    this.#input.off('keypress', this.#take).off('end', this.#end).pause();
    process.off('exit', this.#restore);
    this.#restore();
  }

  readonly #restore = (): void => {
    this.#write(PASTE_OFF);
    this.#input.setRawMode?.(false);
  };

  readonly #end = (): void => this.#listener.onEnd();

  readonly #take = (text: string | undefined, key: Key): void => {
    if (key.name === 'paste-start') {
      this.#pasted = [];
    } else if (!this.#pasted) {
      this.#listener.onKey(key, text);
    } else if (key.name === 'paste-end') {
      const pasted = this.#pasted.join('').replace(/\r\n?/g, '\n');
      this.#pasted = undefined;
      this.#listener.onPaste(pasted);
    } else {
      this.#pasted.push(key.sequence ?? '');
    }
  };
}
