import { findProjectCode, type ProjectCode } from '../activities/run-project-code.js';
import { cutCharacters } from '../flow/values/cut-characters.js';
import { nameError } from '../protocol/name-error.js';
import { redactSecrets } from '../protocol/redact-secrets.js';

const SHOWN_CHARACTERS = 2_000;

export interface FailureWatchOptions {
  /** Writes a line into the log. */
  note: (level: string, message: string) => void;
  /** Whether errors are told without their words, which may be those of users and models; default false. */
  hidesErrors?: boolean;
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
export function watchFailures({
  note,
  hidesErrors = false,
  countRejection,
  onFatal,
}: FailureWatchOptions): () => void {
  const show = (error: unknown): string => cutCharacters(describe(error, hidesErrors), SHOWN_CHARACTERS);
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

function describe(error: unknown, hidesErrors: boolean): string {
  if (hidesErrors) return nameError(error);
  return redactSecrets(error instanceof Error ? (error.stack ?? error.message) : String(error));
}
