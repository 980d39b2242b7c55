import { createInterface } from 'node:readline';
import { INPUT_HISTORY_LINES } from './input-history.js';
import { createLineSplitter } from './lines-of.js';

/** The keyboard of a chat. */
export interface TerminalLines {
  /** The next line, edited at a prompt; null: Ctrl-C, Ctrl-D or the signal ended the input. */
  ask(prompt: string): Promise<string | null>;
  /** Hears lines typed while something else writes; those not taken wait for `ask`. Returns how to stop. */
  listen(take: (line: string) => boolean): () => void;
  /** All that was typed, newest first. */
  readonly history: readonly string[];
}

/**
 * Reads a terminal line by line. There is a readline only while it asks: in between the terminal edits by
 * itself, so that Ctrl-C is a signal and what is typed ahead is seen, and kept.
 */
export function createTerminalLines(options: {
  history: readonly string[];
  signal: AbortSignal;
}): TerminalLines {
  const { signal } = options;
  const { stdin, stdout } = process;
  const waiting: string[] = [];
  let history = [...options.history];
  let draft = '';
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
  };
  // A terminal that was closed fails where it is read.
  stdin.once('end', end).once('error', end);

  return {
    async ask(prompt) {
      const line = waiting.shift();
      if (line !== undefined) {
        stdout.write(`${prompt}${line}\n`);
        return line;
      }
      return hasEnded || signal.aborted ? null : askNow(prompt);
    },
    listen(take) {
      const splitter = createLineSplitter();
      const onData = (chunk: Buffer): void => {
        for (const line of splitter.push(chunk)) if (!take(line)) waiting.push(line);
      };
      stdin.on('data', onData).resume();
      return () => {
        stdin.off('data', onData).pause();
      };
    },
    get history() {
      return history;
    },
  };

  function askNow(prompt: string): Promise<string | null> {
    const readline = createInterface({
      input: stdin,
      output: stdout,
      prompt,
      history: [...history],
      historySize: INPUT_HISTORY_LINES,
      removeHistoryDuplicates: true,
    });
    readline.on('history', (lines: string[]) => (history = [...lines]));
    return new Promise((resolve) => {
      let answer: string | null | undefined;
      const finish = (line: string | null): void => {
        if (answer !== undefined) {
          if (line !== null) waiting.push(line);
          return;
        }
        answer = line;
        // The rest of what was pasted is still to be read, and is not to be lost.
        setImmediate(() => {
          signal.removeEventListener('abort', onAbort);
          draft = readline.line;
          readline.close();
          resolve(line);
        });
      };
      const onAbort = (): void => finish(null);
      signal.addEventListener('abort', onAbort);
      readline
        .on('line', finish)
        .on('SIGINT', () => finish(null))
        .on('close', () => finish(null))
        // A terminal that was closed cannot even be given back.
        .on('error', () => finish(null));
      readline.prompt();
      if (draft !== '') readline.write(draft);
    });
  }
}
