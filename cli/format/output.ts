import { redactSecrets } from '../../protocol/redact-secrets.js';
import { toSeenJson } from '../../protocol/unseen-characters.js';
import { createStyle, isColored, type Style } from './style.js';

/** Results go to standard output, all else to standard error. */
export interface Output {
  readonly isJson: boolean;
  readonly style: Style;
  readonly noteStyle: Style;
  result(value: unknown, text: () => string): void;
  note(text: string): void;
}

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
