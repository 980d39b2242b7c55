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
