import { clearLine, createInterface, cursorTo, type Interface } from 'node:readline';
import { LineSplitter } from '../input/stream-lines.js';
import { INPUT_HISTORY_LINES } from './input-history.js';

/**
 * The keyboard of a chat, line by line. There is a readline only while it asks: in between the terminal edits by
 * itself, so that Ctrl-C is a signal and what is typed ahead is seen, and kept.
 */
export class TerminalLines {
  readonly #signal: AbortSignal;
  readonly #waiting: string[] = [];
  #history: readonly string[];
  /** A line that was begun, and not ended, when the last readline was closed. */
  #draft = '';
  #hasEnded = false;
  #readline: Interface | undefined;

  constructor({ history, signal }: { history: readonly string[]; signal: AbortSignal }) {
    this.#history = history;
    this.#signal = signal;
    const end = (): void => {
      this.#hasEnded = true;
    };
    // Reading from a terminal that was closed fails.
    process.stdin.once('end', end).once('error', end);
  }

  /** All that was typed, newest first. */
  get history(): readonly string[] {
    return this.#history;
  }

  /** Gives the next line, edited at a prompt; null: Ctrl-C, Ctrl-D or the signal ended the input. */
  async ask(prompt: string): Promise<string | null> {
    const line = this.#waiting.shift();
    if (line !== undefined) {
      process.stdout.write(`${prompt}${line}\n`);
      return line;
    }
    return this.#hasEnded || this.#signal.aborted ? null : this.#askNow(prompt);
  }

  /** Hears lines typed while something else writes; those not taken wait for `ask`. Returns how to stop. */
  listen(take: (line: string) => boolean): () => void {
    const splitter = new LineSplitter();
    const onData = (chunk: Buffer): void => {
      for (const line of splitter.push(chunk)) if (!take(line)) this.#waiting.push(line);
    };
    process.stdin.on('data', onData).resume();
    return () => {
      process.stdin.off('data', onData).pause();
    };
  }

  /** Writes a line above the prompt, or wherever the output stands while nothing is asked. */
  show(line: string): void {
    if (this.#readline === undefined) return void process.stdout.write(`\n${line}\n`);
    clearLine(process.stdout, 0);
    cursorTo(process.stdout, 0);
    process.stdout.write(`${line}\n`);
    this.#readline.prompt(true);
  }

  async #askNow(prompt: string): Promise<string | null> {
    const readline = createInterface({
      input: process.stdin,
      output: process.stdout,
      prompt,
      history: [...this.#history],
      historySize: INPUT_HISTORY_LINES,
      removeHistoryDuplicates: true,
    });
    readline.on('history', (lines: string[]) => (this.#history = [...lines]));
    this.#readline = readline;
    const answer = this.#nextLine(readline);
    readline.prompt();
    if (this.#draft !== '') readline.write(this.#draft);
    const line = await answer;
    this.#readline = undefined;
    this.#draft = readline.line;
    readline.close();
    return line;
  }

  /** Resolves once all is read that came with the line: further lines of what was pasted wait for the next `ask`. */
  #nextLine(readline: Interface): Promise<string | null> {
    return new Promise((resolve) => {
      let isAnswered = false;
      const finish = (line: string | null): void => {
        if (isAnswered) {
          if (line !== null) this.#waiting.push(line);
          return;
        }
        isAnswered = true;
        setImmediate(() => {
          this.#signal.removeEventListener('abort', stop);
          resolve(line);
        });
      };
      const stop = (): void => finish(null);
      this.#signal.addEventListener('abort', stop);
      // Giving back a terminal that was closed fails, too.
      readline.on('line', finish).on('SIGINT', stop).on('close', stop).on('error', stop);
    });
  }
}
