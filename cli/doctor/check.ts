import { pad } from '../format/display-width.js';
import type { Style } from '../format/style.js';

/** What a check found. */
export interface Check {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  /** What is there. */
  found: string;
  /** What to do about it, one step a line; absent: nothing. */
  remedy?: string;
}

/** The checks as a list, with what to do below those that need something done. */
export function formatChecks(checks: readonly Check[], style: Style): string {
  const paint = { ok: style.green, warn: style.yellow, fail: style.red };
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks
    .map(({ name, status, found, remedy }) => {
      const steps =
        remedy === undefined ? [] : remedy.split('\n').map((step) => `\n${' '.repeat(width + 8)}${step}`);
      return `${paint[status](pad(status, 4))}  ${pad(name, width)}  ${found}${steps.join('')}`;
    })
    .join('\n');
}
