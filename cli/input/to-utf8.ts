const MARKS = [
  { mark: Buffer.from([0xef, 0xbb, 0xbf]), encoding: 'utf-8' },
  { mark: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { mark: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
] as const;
const LONGEST_MARK = 3;

/** PowerShell 5 writes UTF-16 with a byte order mark. Other bytes pass unchanged. */
export async function* toUtf8(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
  let beginning = Buffer.alloc(0);
  let decoder: Decoder | undefined;
  for await (const given of chunks) {
    const chunk = typeof given === 'string' ? Buffer.from(given) : given;
    if (decoder) {
      yield decoder.decode(chunk);
      continue;
    }
    beginning = Buffer.concat([beginning, chunk]);
    if (beginning.length < LONGEST_MARK) continue;
    decoder = chooseDecoder(beginning);
    yield decoder.decode(beginning);
  }
  if (!decoder) yield chooseDecoder(beginning).decode(beginning);
  else yield decoder.end();
}

interface Decoder {
  decode: (chunk: Buffer) => Buffer;
  end: () => Buffer;
}

function chooseDecoder(beginning: Buffer): Decoder {
  const found = MARKS.find(({ mark }) => beginning.subarray(0, mark.length).equals(mark));
  if (!found) return { decode: (chunk) => chunk, end: () => Buffer.alloc(0) };
  const decoder = new TextDecoder(found.encoding);
  return {
    decode: (chunk) => Buffer.from(decoder.decode(chunk, { stream: true })),
    end: () => Buffer.from(decoder.decode()),
  };
}
