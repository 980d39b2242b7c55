import { findProjectCode, type ProjectCode } from '../activities/run-project-code.js';
import { cutCharacters } from '../flow/values/cut-characters.js';

const SHOWN_CHARACTERS = 2_000;

export interface FailureWatchOptions {
  /** Writes a line into the log. */
  note: (level: string, message: string) => void;
  /** Counts a promise that was rejected with nobody to hear of it. */
  countRejection: (owner: string) => void;
  /** Told of an error that nothing caught: the process must come to its end. */
  onFatal: (error: unknown) => void;
}

/**
 * Watches for what tools and nodes leave behind. A rejected promise that nobody awaits says nothing about anybody
 * else's work: it is told and counted, and the process goes on. An error that nothing caught may have left any state
 * half done: it is told, and the process is to end in order. Returns a function that ends the watch.
 */
export function watchFailures({ note, countRejection, onFatal }: FailureWatchOptions): () => void {
  const rejected = (reason: unknown): void => {
    const code = findProjectCode();
    note('ERROR', `A promise${ownerWords(code)} was rejected and nobody awaited it: ${show(reason)}`);
    countRejection(code?.name ?? 'unknown');
  };
  const uncaught = (error: unknown): void => {
    note(
      'ERROR',
      `An error${ownerWords(findProjectCode())} was caught by nobody, so the worker stops: ${show(error)}`,
    );
    onFatal(error);
  };
  process.on('unhandledRejection', rejected).on('uncaughtException', uncaught);
  return () => void process.off('unhandledRejection', rejected).off('uncaughtException', uncaught);
}

function ownerWords(code: ProjectCode | undefined): string {
  return code === undefined ? '' : ` of ${code.kind} '${code.name}' in '${code.executionId}'`;
}

function show(error: unknown): string {
  return cutCharacters(
    error instanceof Error ? (error.stack ?? error.message) : String(error),
    SHOWN_CHARACTERS,
  );
}
