import stringWidth from 'string-width';
import { oneLine } from './printable.js';
import { createStyle, type Style } from './style.js';

export interface Column<Row> {
  header: string;
  align?: 'left' | 'right';
  value: (row: Row) => string;
  paint?: (cell: string, row: Row) => string;
}

export function formatTable<Row>(
  { rows, style = createStyle(false) }: { rows: readonly Row[]; style?: Style },
  columns: readonly Column<Row>[],
): string {
  const cells = rows.map((row) => columns.map((column) => formatCell(column.value(row))));
  const widths = columns.map((column, index) =>
    Math.max(stringWidth(column.header), ...cells.map((line) => stringWidth(line[index] ?? ''))),
  );
  const fit = (text: string, index: number): string => {
    const isLast = index === columns.length - 1;
    const align = columns[index]?.align ?? 'left';
    return isLast && align === 'left' ? text : pad(text, widths[index] ?? 0, align);
  };
  const header = columns.map((column, index) => style.dim(fit(column.header, index))).join('  ');
  const lines = rows.map((row, line) =>
    columns
      .map((column, index) => {
        const cell = fit(cells[line]?.[index] ?? '', index);
        return column.paint ? column.paint(cell, row) : cell;
      })
      .join('  '),
  );
  return [header, ...lines].join('\n');
}

function formatCell(text: string): string {
  const indent = /^[ │├└─]*/u.exec(text)?.[0] ?? '';
  return indent + oneLine(text.slice(indent.length));
}

export function formatFacts(
  facts: readonly (readonly [name: string, value: string])[],
  style: Style,
): string {
  const width = Math.max(...facts.map(([name]) => stringWidth(name)));
  return facts
    .map(([name, value]) => {
      const [first = '', ...more] = value.split('\n');
      const rest = more.map((line) => `\n${' '.repeat(width + 2)}${line}`).join('');
      return `${style.dim(pad(name, width))}  ${first}${rest}`;
    })
    .join('\n');
}

export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const spaces = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'left' ? text + spaces : spaces + text;
}
