import { styleText } from 'node:util';
import type { WriteStream } from 'node:tty';

type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Paints text for a terminal, or leaves it as it is. */
export type Style = Readonly<Record<Format, (text: string) => string>>;

/** Paints where `isColored`, else returns every text unchanged. */
export function createStyle(isColored: boolean): Style {
  const paint =
    (format: Format) =>
    (text: string): string =>
      // Whether to paint is decided already, for the stream that the text goes to: Node would look at standard output.
      isColored && text !== '' ? styleText(format, text, { validateStream: false }) : text;
  return {
    bold: paint('bold'),
    dim: paint('dim'),
    red: paint('red'),
    green: paint('green'),
    yellow: paint('yellow'),
    cyan: paint('cyan'),
  };
}

/** Whether a stream is a terminal with colours; Node looks at NO_COLOR, FORCE_COLOR and TERM. */
export function isColored(stream: NodeJS.WriteStream): boolean {
  // Typed as always there, absent where the stream is a pipe or a file.
  const terminal: Partial<WriteStream> = stream;
  return terminal.isTTY === true && terminal.hasColors?.() === true;
}
