export class CursorError extends Error {}

export function writeCursor(place: string): string {
  return Buffer.from(place).toString('base64url');
}

export function readCursor<Place extends readonly unknown[]>(
  after: string,
  { list, isPlace }: { list: string; isPlace: (place: readonly unknown[]) => place is Place },
): Place {
  try {
    const place: unknown = JSON.parse(Buffer.from(after, 'base64url').toString());
    if (Array.isArray(place) && isPlace(place)) return place;
  } catch {}
  throw new CursorError(
    `Cursor '${after.slice(0, 100)}' is not valid: pass the 'next' that ${list} returned`,
  );
}

export function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

/** Takes one row more than `limit`, which shows that a page follows. */
export function toPage<Row extends { place: string }>(
  rows: readonly Row[],
  limit: number,
): { page: Omit<Row, 'place'>[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    page: shown.map(({ place: _place, ...row }) => row),
    next: last ? writeCursor(last.place) : null,
  };
}
