import { pad } from '../format/format-table.js';
import type { ModelFact } from '../../models/facts/describe-model.js';
import type { Style } from '../format/style.js';

/** The result of one check. */
export interface Check {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  /** The thing that is there, or the error. */
  found: string;
  /** Steps to take, one a line; absent: none. */
  remedy?: string;
  /** Of a model: what is used of it, and who each fact comes from. */
  facts?: readonly ModelFact[];
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
