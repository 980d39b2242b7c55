import { StringDecoder } from 'node:string_decoder';

class LineSplitter {
  readonly #decoder = new StringDecoder('utf8');
  #open = '';

  push(chunk: Buffer | string): string[] {
    const text = this.#open + (typeof chunk === 'string' ? chunk : this.#decoder.write(chunk));
    const lines = text.split('\n');
    this.#open = lines.pop() ?? '';
    return lines.map((line) => line.replace(/\r$/, ''));
  }

  rest(): string {
    return this.#open + this.#decoder.end();
  }
}

/** Does not split at U+2028, which pasted text may contain. */
export async function* streamLines(
  stream: AsyncIterable<Buffer | string>,
): AsyncGenerator<string, void, void> {
  const splitter = new LineSplitter();
  for await (const chunk of stream) yield* splitter.push(chunk);
  const last = splitter.rest();
  if (last !== '') yield last.replace(/\r$/, '');
}
