import { toSeenJson } from '../../protocol/unseen-characters.js';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describeError } from '../program/describe-error.js';
import { toUtf8 } from './to-utf8.js';
import { RecordSplitter, type RawRecord } from './record-splitter.js';

export interface JsonLines {
  input: Readable;
  output: Writable;
  handle: (value: unknown, line: number) => object | undefined;
  finish?: () => object | undefined;
}

/** Also written when all input so far is handled. */
const BATCH_CHARACTERS = 65_536;

/**
 * Writes results or `{ error }` in order, with the record's `id`. Bounds memory by the longest record. Leaves `output`
 * open.
 */
export async function processJsonLines({ input, output, ...how }: JsonLines): Promise<{ failed: number }> {
  const records = new RecordHandler(how);
  await pipeline(input, (chunks: AsyncIterable<Buffer | string>) => records.handleAll(chunks), output, {
    end: false,
  });
  await flush(output);
  return { failed: records.failed };
}

function flush(output: Writable): Promise<void> {
  return new Promise((resolve, reject) => output.write('', (error) => (error ? reject(error) : resolve())));
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
