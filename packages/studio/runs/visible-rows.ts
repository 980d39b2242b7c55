interface Nested {
  id: string;
  depth: number;
}

export function visibleRows<Row extends Nested>(rows: readonly Row[], folded: ReadonlySet<string>): Row[] {
  const shown: Row[] = [];
  let hiddenBelow = Infinity;
  for (const row of rows) {
    if (row.depth > hiddenBelow) continue;
    shown.push(row);
    hiddenBelow = folded.has(row.id) ? row.depth : Infinity;
  }
  return shown;
}

const SPARE = 10;

/** Returns the visible rows and some above and below. `last` is exclusive. */
export function firstVisible(view: { top: number; height: number; rowPx: number; count: number }): {
  first: number;
  last: number;
} {
  const first = Math.max(0, Math.floor(view.top / view.rowPx) - SPARE);
  return { first, last: Math.min(view.count, Math.ceil((view.top + view.height) / view.rowPx) + SPARE) };
}
