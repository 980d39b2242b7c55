import { readFileSync } from 'node:fs';

export type Seen = 'result' | 'waits' | 'Client.Unavailable' | 'Client.OutcomeOpen';

export function readTable(): { outages: string[]; rows: Map<string, Seen[]> } {
  const lines = readFileSync(new URL('../../../docs/outages.md', import.meta.url), 'utf8').split('\n');
  const [head, , ...body] = lines.slice(lines.findIndex((line) => line.startsWith('| methods'))).map(cellsOf);
  const rows = body.slice(
    0,
    body.findIndex(({ length }) => length === 0),
  );
  return {
    outages: head?.slice(1) ?? [],
    rows: new Map(
      rows.flatMap(([methods = '', ...cells]) => {
        const [object] = methods.split(':');
        const names = [...methods.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '');
        return names.map((name) => [
          `${object}.${name}`,
          cells.map(
            (cell) => (cell.startsWith('O') || cell.startsWith('U') ? `Client.${cell}` : cell) as Seen,
          ),
        ]);
      }),
    ),
  };
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
