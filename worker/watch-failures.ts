import { findProjectCode, type ProjectCode } from '../activities/run-project-code.js';
import { cutCharacters } from '../flow/values/cut-characters.js';
import { errorMessage } from '../protocol/error-message.js';
import { nameError } from '../protocol/name-error.js';
import { redactSecrets } from '../protocol/redact-secrets.js';

const SHOWN_CHARACTERS = 2_000;

export interface FailureWatchOptions {
  note: (level: string, message: string) => void;
  hidesErrors?: boolean;
  countRejection: (owner: string) => void;
  onFatal: (error: unknown) => void;
}

/** Stops the worker after an uncaught error, because any state may be inconsistent. */
export function watchFailures({
  note,
  hidesErrors = false,
  countRejection,
  onFatal,
}: FailureWatchOptions): () => void {
  const show = (error: unknown): string => cutCharacters(describe(error, hidesErrors), SHOWN_CHARACTERS);
  const rejected = (reason: unknown): void => {
    const code = findProjectCode();
    note('ERROR', `A promise${ownerWords(code)} was rejected and not awaited: ${show(reason)}`);
    countRejection(code?.name ?? 'unknown');
  };
  const uncaught = (error: unknown): void => {
    note(
      'ERROR',
      `An error${ownerWords(findProjectCode())} was not caught, so the worker stops: ${show(error)}`,
    );
    onFatal(error);
  };
  process.on('unhandledRejection', rejected).on('uncaughtException', uncaught);
  return () => void process.off('unhandledRejection', rejected).off('uncaughtException', uncaught);
}

function ownerWords(code: ProjectCode | undefined): string {
  return code ? ` of ${code.kind} '${code.name}' in '${code.executionId}'` : '';
}

function describe(error: unknown, hidesErrors: boolean): string {
  if (hidesErrors) return nameError(error);
  return redactSecrets(readStack(error) ?? errorMessage(error));
}

function readStack(error: unknown): string | undefined {
  try {
    return error instanceof Error && typeof error.stack === 'string' ? error.stack : undefined;
  } catch {
    return undefined;
  }
}
