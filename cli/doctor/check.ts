import { pad } from '../format/format-table.js';
import { oneLine } from '../format/printable.js';
import type { ModelFact } from '../../models/facts/describe-model.js';
import type { Style } from '../format/style.js';

export interface Check {
  name: string;
  status: 'ok' | 'warn' | 'fail';
  found: string;
  remedy?: string;
  facts?: readonly ModelFact[];
}

export function formatChecks(checks: readonly Check[], style: Style): string {
  const paint = { ok: style.green, warn: style.yellow, fail: style.red };
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks
    .map(({ name, status, found, remedy }) => {
      const steps = remedy ? remedy.split('\n').map((step) => `\n${' '.repeat(width + 8)}${step}`) : [];
      return `${paint[status](pad(status, 4))}  ${pad(name, width)}  ${oneLine(found)}${steps.join('')}`;
    })
    .join('\n');
}
