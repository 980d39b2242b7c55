import { redactSecrets } from '../../protocol/redact-secrets.js';
import { toSeenJson } from '../../protocol/unseen-characters.js';
import { createStyle, isColored, type Style } from './style.js';

/** Prints a command's words: its result to standard output, all else to standard error. */
export interface Output {
  readonly isJson: boolean;
  /** For standard output. */
  readonly style: Style;
  /** For standard error. */
  readonly noteStyle: Style;
  /** Prints a result: as one line of JSON with `--json`, else as the text for people. */
  result(value: unknown, text: () => string): void;
  /** Prints words that are not the result, without keys. */
  note(text: string): void;
}

/** Creates the output of a command run with these options. */
export function createOutput({ json = false }: { json?: boolean | undefined }): Output {
  return {
    isJson: json,
    style: createStyle(!json && isColored(process.stdout)),
    noteStyle: createStyle(isColored(process.stderr)),
    result(value, text) {
      process.stdout.write(`${json ? toSeenJson(value) : text()}\n`);
    },
    note(text) {
      process.stderr.write(`${redactSecrets(text)}\n`);
    },
  };
}
