import type { BenchReport, BenchTable, BenchTarget } from './bench.js';

/** Formats tables, then targets with results. */
export function formatReport({ tables, targets }: BenchReport): string {
  return [...tables.map(formatTable), targets.map(formatTarget).join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

function formatTable({ title, columns, rows }: BenchTable): string {
  const lines = [columns, ...rows];
  const widths = columns.map((_, index) =>
    Math.max(...lines.map((line) => String(line[index] ?? '').length)),
  );
  const format = (line: readonly (string | number)[]): string =>
    line
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return index === 0 ? String(cell).padEnd(width) : String(cell).padStart(width);
      })
      .join('  ')
      .trimEnd();
  return [title, ...lines.map((line) => `  ${format(line)}`)].join('\n');
}

function formatTarget(target: BenchTarget): string {
  const { name, value } = target;
  const isUpper = 'atMost' in target;
  const bound = isUpper ? target.atMost : target.atLeast;
  const isMet = isUpper ? value <= bound : value >= bound;
  const verdict = Number.isNaN(value) ? 'not measured' : isMet ? 'met' : 'missed';
  return `${name}: ${value.toFixed(2)} (target: at ${isUpper ? 'most' : 'least'} ${bound}, ${verdict})`;
}
