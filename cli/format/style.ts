import { styleText } from 'node:util';
import type { WriteStream } from 'node:tty';

type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

export type Style = Readonly<Record<Format, (text: string) => string>>;

export function createStyle(isColored: boolean): Style {
  const paint =
    (format: Format) =>
    (text: string): string =>
      // Node would check standard output instead of the target stream.
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

export function isColored(stream: NodeJS.WriteStream): boolean {
  // Typed as present, but absent on pipes and files.
  const terminal: Partial<WriteStream> = stream;
  return terminal.isTTY === true && terminal.hasColors?.() === true;
}
