import { log } from '@temporalio/activity';
import { wellFormed } from '../../../context/text/well-formed.js';
import { cutCharacters } from '../../../flow/values/cut-characters.js';

const PAUSE_MS = 500;
const MAX_CHARACTERS = 500;

export class ToolProgress {
  text = '';
  readonly #write: (text: string) => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;
  #isDue = false;

  constructor(write: (text: string) => Promise<void>) {
    this.#write = write;
  }

  note(text: string): void {
    if (this.#isClosed) return;
    this.text = cutCharacters(wellFormed(String(text)), MAX_CHARACTERS);
    this.#isDue = true;
    if (!this.#timer) this.#flush();
  }

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
      .catch((error: unknown) =>
        log.warn("A tool's progress could not be stored", { reason: String(error) }),
      );
    this.#timer = setTimeout(() => this.#flush(), PAUSE_MS);
  }
}
