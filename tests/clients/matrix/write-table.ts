import { readFileSync, writeFileSync } from 'node:fs';
import { ASPECTS, type ClientReport, type Outcome } from './clients.js';

const README = new URL('../README.md', import.meta.url);
const BEGIN = '<!-- the run writes from here -->';
const END = '<!-- to here -->';

export function writeTable(reports: ReadonlyMap<string, ClientReport>): void {
  const text = readFileSync(README, 'utf8');
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  writeFileSync(README, `${text.slice(0, begin + BEGIN.length)}\n\n${render(reports)}\n\n${text.slice(end)}`);
}

function render(reports: ReadonlyMap<string, ClientReport>): string {
  const reasons: string[] = [];
  const rows = [...reports].map(([name, { version, results }]) => [
    `${name} ${version}`,
    ...ASPECTS.map((aspect) => renderCell(results[aspect], reasons)),
  ]);
  const notes = reasons.map((reason, index) => `${index + 1}. ${reason}`);
  return [...renderRows([['client', ...ASPECTS], ...rows]), '', ...notes].join('\n');
}

function renderCell(outcome: Outcome | undefined, reasons: string[]): string {
  if (outcome === undefined || 'failed' in outcome) return 'failed';
  if ('ok' in outcome) return 'yes';
  if (!reasons.includes(outcome.cannot)) reasons.push(outcome.cannot);
  return `no (${reasons.indexOf(outcome.cannot) + 1})`;
}

function renderRows(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const [head = '', ...body] = rows.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  );
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body];
}
