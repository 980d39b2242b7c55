import { log } from '@temporalio/activity';
import { wellFormed } from '../../../context/text/well-formed.js';
import { cutCharacters } from '../../../flow/values/cut-characters.js';

/** Between two notes that are written; of those that come meanwhile the last one is. */
const PAUSE_MS = 500;
const MAX_CHARACTERS = 500;

/** The progress that one run of a call tells, written in bounded steps. */
export class ToolProgress {
  /** The last words; empty: nothing was said. */
  text = '';
  readonly #write: (text: string) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;
  #isDue = false;

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  /** Takes what a tool says; after its end nothing is taken. */
  note(text: string): void {
    if (this.#isClosed) return;
    this.text = cutCharacters(wellFormed(String(text)), MAX_CHARACTERS);
    this.#isDue = true;
    if (this.#timer === undefined) this.#flush();
  }

  /** Takes nothing more; returns when nothing is being written. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#writing;
  }

  #flush(): void {
    this.#timer = undefined;
    if (!this.#isDue || this.#isClosed) return;
    this.#isDue = false;
    this.#writing = this.#writing
      .then(() => this.#write(this.text))
      .catch((error: unknown) => log.warn('How far a tool is was not noted', { reason: String(error) }));
    this.#timer = setTimeout(() => this.#flush(), PAUSE_MS);
  }
}
