/** The order in which servers write the fields of an answer: its id comes first, or last. */
const AT_START = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d{1,15})\s*,/;
const AT_END = /,\s*"id"\s*:\s*(\d{1,15})\s*\}\s*$/;

/** Finds which request a message answers that is too long to be read; undefined: it cannot be told. */
export function findRequestId({ head, tail }: { head: string; tail: string }): number | undefined {
  const id = AT_START.exec(head)?.[1] ?? AT_END.exec(tail)?.[1];
  return id === undefined ? undefined : Number(id);
}
