import { randomUUID } from 'node:crypto';
import { setImmediate as nextTick } from 'node:timers/promises';
import { ThreadlineError } from '../../../client/threadline-error.js';
import { cutOff } from './cut-off.js';
import { JsonScan, type JsonLimits } from './json-scan.js';
import { MAX_FILES_BYTES, MAX_PLAIN_BYTES, readPieces } from './read-bytes.js';

/** About 20 ms of CPU, the most that a request may block the event loop. */
const LIMITS: JsonLimits = { values: 20_000, levels: 200, textBytes: MAX_PLAIN_BYTES };

/** Such as `parts.*.data`, where `*` is any list item. */
export type FilePlaces = readonly string[];

/**
 * Undefined for an empty body. Only base64 in `files` may exceed 2 MB. Throws `Gateway.TooLarge` and
 * `Gateway.InvalidRequest` before parsing, and a `SyntaxError`. Stops on a disconnect.
 */
export async function readJson(request: Request, files: FilePlaces = []): Promise<unknown> {
  const scan = new JsonScan(LIMITS);
  const pieces = await readPieces(request, {
    maxBytes: files.length > 0 ? MAX_FILES_BYTES : MAX_PLAIN_BYTES,
    look(piece) {
      const problem = scan.push(piece);
      if (problem) throw new ThreadlineError(problem.type, `The body ${problem.clause}`);
    },
  });
  if (pieces.length === 0) return undefined;
  const pause = async (): Promise<void> => {
    await nextTick();
    if (request.signal.aborted) throw cutOff(request.signal.reason);
  };
  await pause();
  const mark = randomUUID();
  const contents = new Map<string, string>();
  const reader = new PieceReader(pieces);
  const rest: Buffer[] = [];
  for (const [index, { from, to }] of scan.files.entries()) {
    const name = `${mark}-${index}`;
    rest.push(...reader.readTo(from), Buffer.from(name));
    contents.set(name, await readContent(reader.readTo(to), pause));
  }
  rest.push(...reader.readTo(Infinity));
  const text = new TextDecoder().decode(Buffer.concat(rest));
  const value: unknown = JSON.parse(text);
  if (contents.size === 0) return value;
  const filled = new Filling(contents, files);
  const full = filled.putBack(value, '');
  if (text.length + filled.textCharacters > LIMITS.textBytes)
    throw new ThreadlineError(
      'Gateway.TooLarge',
      `The body has more than ${LIMITS.textBytes} bytes without its files`,
    );
  return full;
}

class PieceReader {
  #next = 0;
  #at = 0;
  #start = 0;

  constructor(private readonly pieces: readonly Buffer[]) {}

  readTo(end: number): Buffer[] {
    const parts: Buffer[] = [];
    for (let piece = this.pieces[this.#next]; piece && this.#at < end; piece = this.pieces[this.#next]) {
      const to = Math.min(end - this.#start, piece.length);
      parts.push(piece.subarray(this.#at - this.#start, to));
      this.#at = this.#start + to;
      if (to < piece.length) break;
      this.#start += piece.length;
      this.#next += 1;
    }
    return parts;
  }
}

const PAUSE_BYTES = 4 * 1024 * 1024;

async function readContent(parts: readonly Buffer[], pause: () => Promise<void>): Promise<string> {
  let [text, last] = ['', 0];
  for (const part of parts) {
    text += part.toString('latin1');
    if (text.length - last < PAUSE_BYTES) continue;
    last = text.length;
    await pause();
  }
  return text;
}

class Filling {
  textCharacters = 0;

  constructor(
    private readonly contents: ReadonlyMap<string, string>,
    private readonly files: FilePlaces,
  ) {}

  putBack(value: unknown, place: string): unknown {
    if (typeof value === 'string') return this.#findContent(value, place) ?? value;
    if (typeof value !== 'object' || value === null) return value;
    const isList = Array.isArray(value);
    for (const [name, member] of Object.entries(value)) {
      if (typeof member !== 'string' && typeof member !== 'object') continue;
      const full = this.putBack(member, `${place}${place === '' ? '' : '.'}${isList ? '*' : name}`);
      // Not an assignment, which would set the prototype for `__proto__`.
      if (full !== member) Object.defineProperty(value, name, { value: full, ...PLAIN });
    }
    return value;
  }

  #findContent(name: string, place: string): string | undefined {
    const content = this.contents.get(name);
    if (content !== undefined && !this.files.includes(place)) this.textCharacters += content.length;
    return content;
  }
}

const PLAIN = { enumerable: true, writable: true, configurable: true };

export function parseJson(text: string): unknown {
  const problem = new JsonScan(LIMITS).push(Buffer.from(text));
  if (problem) throw new ThreadlineError(problem.type, `The text ${problem.clause}`);
  return JSON.parse(text);
}
