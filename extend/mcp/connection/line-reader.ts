const NEWLINE = 0x0a;
const KEPT_BYTES = 1_024;

export type Line = { kind: 'line'; text: string } | { kind: 'too-long'; head: string; tail: string };

/** Buffers at most `maxBytes` of a line. */
export function createLineReader(maxBytes: number): (chunk: Buffer) => Line[] {
  let pieces: Buffer[] = [];
  let bytes = 0;
  let head: string | undefined;

  return function read(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      keep(chunk.subarray(from, at));
      lines.push(take());
      from = at + 1;
    }
    keep(chunk.subarray(from));
    return lines;
  };

  function keep(piece: Buffer): void {
    bytes += piece.length;
    pieces.push(piece);
    if (bytes <= maxBytes) return;
    const whole = Buffer.concat(pieces);
    head ??= whole.toString('utf8', 0, KEPT_BYTES);
    pieces = [Buffer.from(whole.subarray(-KEPT_BYTES))];
  }

  function take(): Line {
    const text = Buffer.concat(pieces).toString('utf8');
    const line: Line =
      head === undefined
        ? { kind: 'line', text: text.replace(/\r$/, '') }
        : { kind: 'too-long', head, tail: text };
    pieces = [];
    bytes = 0;
    head = undefined;
    return line;
  }
}
