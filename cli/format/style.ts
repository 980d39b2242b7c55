import type { WriteStream } from 'node:tty';

const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

/** Paints text for a terminal, or leaves it as it is. */
export type Style = Readonly<Record<keyof typeof CODES, (text: string) => string>>;

/** Paints where `isColored`, else returns every text unchanged. */
export function createStyle(isColored: boolean): Style {
  const paint = ([on, off]: readonly [number, number]) =>
    isColored
      ? (text: string) => (text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`)
      : (text: string) => text;
  return {
    bold: paint(CODES.bold),
    dim: paint(CODES.dim),
    red: paint(CODES.red),
    green: paint(CODES.green),
    yellow: paint(CODES.yellow),
    cyan: paint(CODES.cyan),
  };
}

/** Whether a stream is a terminal with colours; Node looks at NO_COLOR, FORCE_COLOR and TERM. */
export function isColored(stream: NodeJS.WriteStream): boolean {
  // Typed as always there, absent where the stream is a pipe or a file.
  const terminal: Partial<WriteStream> = stream;
  return terminal.isTTY === true && terminal.hasColors?.() === true;
}
