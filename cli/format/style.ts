import { styleText } from 'node:util';
import type { WriteStream } from 'node:tty';

type Format = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

export type Style = Readonly<Record<Format, (text: string) => string>>;

export function createStyle(isColored: boolean): Style {
  const paint =
    (format: Format) =>
    (text: string): string =>
      // Otherwise, Node would check standard output instead of the target stream.
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
  // TypeScript declares the field as present, but pipes and files lack it.
  const terminal: Partial<WriteStream> = stream;
  return terminal.isTTY === true && terminal.hasColors?.() === true;
}
