import { StringDecoder } from 'node:string_decoder';

/** Cuts chunks of text or bytes into lines; ends of line (`\n`, `\r\n`) are not part of them. */
export function createLineSplitter(): { push(chunk: Buffer | string): string[]; rest(): string } {
  const decoder = new StringDecoder('utf8');
  let open = '';
  return {
    push(chunk) {
      const lines = (open + (typeof chunk === 'string' ? chunk : decoder.write(chunk))).split('\n');
      open = lines.pop() ?? '';
      return lines.map((line) => line.replace(/\r$/, ''));
    },
    rest: () => open + decoder.end(),
  };
}

/**
 * The lines of a stream as they come. Only line feeds end a line: readline would also split at U+2028, which
 * people paste inside a message.
 */
export async function* linesOf(stream: AsyncIterable<Buffer | string>): AsyncGenerator<string, void, void> {
  const splitter = createLineSplitter();
  for await (const chunk of stream) yield* splitter.push(chunk);
  const last = splitter.rest();
  if (last !== '') yield last.replace(/\r$/, '');
}
