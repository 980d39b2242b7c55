import type { Buffer } from 'node:buffer';

export interface JsonLimits {
  values: number;
  levels: number;
  /** Excludes file content. */
  textBytes: number;
}

export interface JsonProblem {
  type: 'Gateway.TooLarge' | 'Gateway.InvalidRequest';
  /** Completes a sentence that begins with 'it'. */
  clause: string;
}

export interface FileRange {
  from: number;
  to: number;
}

interface OpenString {
  from: number;
  mayBeFile: boolean;
  /** A string's beginning, to recognize a data URL. */
  head: string | undefined;
}

const MIN_FILE_BYTES = 65_536;
const BASE64 = /^[A-Za-z0-9+/=_-]*$/;
const DATA_URL = /^data:[^,"\\]{0,200};base64,/;
const HEAD_CHARACTERS = 256;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_BRACE, OPEN_BRACKET, CLOSE_BRACE, CLOSE_BRACKET] = [0x7b, 0x5b, 0x7d, 0x5d];

/**
 * Counts values and finds files, which are long base64 strings, while chunks arrive. Linear time; does not validate.
 */
export class JsonScan {
  readonly #files: FileRange[] = [];
  /** A file, unless a colon shows that it is a key. */
  #ended: FileRange | undefined;
  readonly #limits: JsonLimits;
  #values = 1;
  #levels = 0;
  #textBytes = 0;
  #before = 0;
  #string: OpenString | undefined;
  #isEscaped = false;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
  }

  get files(): readonly FileRange[] {
    return this.#ended ? [...this.#files, this.#ended] : this.#files;
  }

  push(chunk: Buffer): JsonProblem | undefined {
    let index = 0;
    while (index < chunk.length && !this.#findProblem())
      index = this.#string ? this.#scanString(chunk, index) : this.#scanStructure(chunk, index);
    this.#before += chunk.length;
    return this.#findProblem();
  }

  #findProblem(): JsonProblem | undefined {
    const { values, levels, textBytes } = this.#limits;
    if (this.#values > values) return { type: 'Gateway.TooLarge', clause: `has more than ${values} values` };
    if (this.#textBytes > textBytes)
      return { type: 'Gateway.TooLarge', clause: `has more than ${textBytes} bytes without its files` };
    if (this.#levels > levels)
      return {
        type: 'Gateway.InvalidRequest',
        clause: `has lists and objects nested deeper than ${levels} levels`,
      };
    return undefined;
  }

  #scanStructure(chunk: Buffer, start: number): number {
    const found = chunk.indexOf(QUOTE, start);
    const end = found === -1 ? chunk.length : found;
    for (let index = start; index < end; index += 1) {
      const byte = chunk[index];
      if (this.#ended && !isSpace(byte)) this.#settle(this.#ended, byte === COLON);
      if (byte === COMMA) this.#values += 1;
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        this.#values += 1;
        this.#levels += 1;
        if (this.#levels > this.#limits.levels) break;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#levels -= 1;
    }
    this.#textBytes += end - start + 1;
    if (found !== -1) this.#string = { from: this.#before + found + 1, mayBeFile: true, head: '' };
    return end + 1;
  }

  #settle({ from, to }: FileRange, isKey: boolean): void {
    this.#ended = undefined;
    if (isKey) this.#textBytes += to - from;
    else this.#files.push({ from, to });
  }

  #scanString(chunk: Buffer, start: number): number {
    const { end, isWhole } = this.#findEnd(chunk, start);
    const string = this.#string;
    if (!string) return end;
    if (string.mayBeFile && !continuesFile(string, chunk.toString('latin1', start, end), isWhole)) {
      string.mayBeFile = false;
      // The string looked like a file but is text.
      this.#textBytes += Math.max(0, this.#before + start - string.from);
    }
    const isFile = string.mayBeFile && this.#before + end - string.from >= MIN_FILE_BYTES;
    if (!string.mayBeFile) this.#textBytes += end - start;
    if (!isWhole) return end;
    if (isFile) this.#ended = { from: string.from, to: this.#before + end };
    else if (string.mayBeFile) this.#textBytes += this.#before + end - string.from;
    this.#string = undefined;
    return end + 1;
  }

  #findEnd(chunk: Buffer, start: number): { end: number; isWhole: boolean } {
    let from = start;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      from += 1;
    }
    const quote = chunk.indexOf(QUOTE, from);
    const limit = quote === -1 ? chunk.length : quote;
    const backslash = chunk.subarray(from, limit).indexOf(BACKSLASH);
    if (backslash === -1) return { end: limit, isWhole: quote !== -1 };
    for (let index = from + backslash; index < chunk.length; index += 1) {
      if (chunk[index] === QUOTE) return { end: index, isWhole: true };
      if (chunk[index] !== BACKSLASH) continue;
      index += 1;
      this.#isEscaped = index === chunk.length;
    }
    return { end: chunk.length, isWhole: false };
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function continuesFile(string: OpenString, piece: string, isWhole: boolean): boolean {
  if (string.head === undefined) return BASE64.test(piece);
  const text = string.head + piece;
  string.head = text.length < HEAD_CHARACTERS && !isWhole ? text : undefined;
  if (string.head !== undefined) return true;
  return BASE64.test(text.slice(DATA_URL.exec(text)?.[0].length ?? 0));
}
