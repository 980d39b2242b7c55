import { emitKeypressEvents, type Key } from 'node:readline';
import type { Readable } from 'node:stream';

/** A terminal's keyboard; standard input is one. */
export type KeyboardInput = Readable & { setRawMode?: (isRaw: boolean) => unknown };

/** Who hears what is typed. */
export interface KeyboardListener {
  /** `text` is what the key types; undefined for one that types nothing. */
  onKey(key: Key, text: string | undefined): void;
  /** A text that came at once, with `\n` between its lines. */
  onPaste(text: string): void;
  /** The terminal is gone. */
  onEnd(): void;
}

const PASTE_ON = '\u001b[?2004h';
const PASTE_OFF = '\u001b[?2004l';

/** Reads a keyboard key by key, and what the terminal marks as pasted as one text. */
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
    // Reading from a terminal that was closed fails, and giving it back, too.
    input.on('error', this.#end);
  }

  start(): void {
    this.#input.setRawMode?.(true);
    this.#write(PASTE_ON);
    this.#input.on('keypress', this.#take).on('end', this.#end).resume();
    process.on('exit', this.#restore);
  }

  /** Leaves the terminal as it was. */
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
    } else if (this.#pasted === undefined) {
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
