import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { toSeenJson } from '../../protocol/unseen-characters.js';
import { describeError } from '../program/describe-error.js';
import { RecordSplitter, type RawRecord } from './record-splitter.js';

const MARKS = [
  { mark: Buffer.from([0xef, 0xbb, 0xbf]), encoding: 'utf-8' },
  { mark: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { mark: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
] as const;

const LONGEST_MARK = 3;

interface Decoder {
  decode: (chunk: Buffer) => Buffer;
  end: () => Buffer;
}

export interface JsonLines {
  input: Readable;
  output: Writable;
  handle: (value: unknown, line: number) => object | undefined;
  finish?: () => object | undefined;
}

/** Written at this size, and when all input so far is processed. */
const BATCH_CHARACTERS = 65_536;

/**
 * Writes results, or `{ error }`, in order with the record's `id`. Uses no more memory than the longest record. Does
 * not close `output`.
 */
export async function processJsonLines({ input, output, ...how }: JsonLines): Promise<{ failed: number }> {
  const records = new RecordHandler(how);
  await pipeline(input, (chunks: AsyncIterable<Buffer | string>) => records.handleAll(chunks), output, {
    end: false,
  });
  return { failed: records.failed };
}

class RecordHandler {
  failed = 0;

  constructor(private readonly how: Pick<JsonLines, 'handle' | 'finish'>) {}

  async *handleAll(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
    const splitter = new RecordSplitter();
    for await (const chunk of toUtf8(chunks)) yield* this.handleSome(splitter.push(chunk));
    yield* this.handleSome(splitter.end());
    const last = this.write(() => this.how.finish?.());
    if (last !== '') yield last;
  }

  private *handleSome(records: readonly RawRecord[]): Generator<string> {
    let batch = '';
    for (const record of records) {
      batch += this.handleOne(record);
      if (batch.length < BATCH_CHARACTERS) continue;
      yield batch;
      batch = '';
    }
    if (batch !== '') yield batch;
  }

  private handleOne({ bytes, line }: RawRecord): string {
    let id = {};
    return this.write(
      () => {
        const text = bytes.toString().trim();
        if (text === '') return undefined;
        const value = parse(text, line);
        id = readId(value);
        return this.how.handle(value, line);
      },
      () => id,
    );
  }

  private write(make: () => object | undefined, readId: () => object = () => ({})): string {
    try {
      const result = make();
      return result ? `${toSeenJson({ ...readId(), ...result })}\n` : '';
    } catch (error) {
      this.failed += 1;
      return `${toSeenJson({ ...readId(), error: describeError(error) })}\n`;
    }
  }
}

function parse(text: string, number: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`Line ${number} is not JSON (${describeError(error)}): give one JSON object per line`, {
      cause: error,
    });
  }
}

function readId(value: unknown): { id?: unknown } {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'id')) return {};
  return { id: (value as { id: unknown }).id };
}

/** PowerShell 5 writes UTF-16 with a byte order mark. Other bytes pass unchanged. */
async function* toUtf8(chunks: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer> {
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

function chooseDecoder(beginning: Buffer): Decoder {
  const found = MARKS.find(({ mark }) => beginning.subarray(0, mark.length).equals(mark));
  if (!found) return { decode: (chunk) => chunk, end: () => Buffer.alloc(0) };
  const decoder = new TextDecoder(found.encoding);
  return {
    decode: (chunk) => Buffer.from(decoder.decode(chunk, { stream: true })),
    end: () => Buffer.from(decoder.decode()),
  };
}
