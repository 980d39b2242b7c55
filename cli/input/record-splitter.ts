export interface RawRecord {
  bytes: Buffer;
  line: number;
}

const LINE_FEED = 0x0a;
const SPACES: ReadonlySet<number> = new Set([0x09, LINE_FEED, 0x0d, 0x20]);
const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPENING_BRACKET, CLOSING_BRACKET, OPENING_BRACE, CLOSING_BRACE] = [0x5b, 0x5d, 0x7b, 0x7d];

export interface Splitter {
  push(chunk: Buffer): RawRecord[];
  end(): RawRecord[];
}

/** JSON records are lines, items of a list, or one object. Uses no more memory than the longest record. */
export class RecordSplitter implements Splitter {
  private held: Buffer[] = [];
  private chosen: Splitter | undefined;

  push(chunk: Buffer): RawRecord[] {
    if (this.chosen) return this.chosen.push(chunk);
    this.held.push(chunk);
    if (this.held.length > 1 && !chunk.includes(LINE_FEED) && !isBlank(this.held[0])) return [];
    const beginning = Buffer.concat(this.held);
    this.held = [beginning];
    this.chosen = chooseSplitter(beginning);
    return this.chosen?.push(beginning) ?? [];
  }

  end(): RawRecord[] {
    if (this.chosen) return this.chosen.end();
    const lines = new LineSplitter();
    return [...lines.push(Buffer.concat(this.held)), ...lines.end()];
  }
}

function isBlank(bytes: Buffer | undefined): boolean {
  return !bytes || bytes.every((byte) => SPACES.has(byte));
}

function chooseSplitter(beginning: Buffer): Splitter | undefined {
  const first = beginning.findIndex((byte) => !SPACES.has(byte));
  if (first === -1) return undefined;
  if (beginning[first] === OPENING_BRACKET) return new ValueSplitter();
  if (beginning[first] !== OPENING_BRACE) return new LineSplitter();
  const end = beginning.indexOf(LINE_FEED, first);
  if (end === -1) return undefined;
  return isOpenValue(beginning.subarray(first, end)) ? new ValueSplitter() : new LineSplitter();
}

/** False if the line ends inside a string, where JSON allows no line end. */
function isOpenValue(line: Buffer): boolean {
  const values = new ValueSplitter();
  values.push(line);
  return values.isOpen && !values.isInText;
}

class LineSplitter implements Splitter {
  private open: Buffer[] = [];
  private line = 0;

  /** Works on bytes, because a chunk may end inside a character. */
  push(chunk: Buffer): RawRecord[] {
    const records: RawRecord[] = [];
    let from = 0;
    for (let to = chunk.indexOf(LINE_FEED); to >= 0; to = chunk.indexOf(LINE_FEED, from)) {
      this.open.push(chunk.subarray(from, to));
      records.push(...this.end());
      from = to + 1;
    }
    if (from < chunk.length) this.open.push(chunk.subarray(from));
    return records;
  }

  end(): RawRecord[] {
    this.line += 1;
    const [first = Buffer.alloc(0)] = this.open;
    const bytes = this.open.length > 1 ? Buffer.concat(this.open) : first;
    this.open = [];
    return [{ bytes, line: this.line }];
  }
}

class ValueSplitter implements Splitter {
  isOpen = false;
  isInText = false;
  private isEscaped = false;
  private isInList = false;
  private depth = 0;
  private line = 1;
  private firstLine = 1;
  private parts: Buffer[] = [];

  push(chunk: Buffer): RawRecord[] {
    const records: RawRecord[] = [];
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === LINE_FEED) this.line += 1;
      if (!this.isOpen) {
        if (!this.begins(byte)) continue;
        from = at;
        this.isOpen = true;
        this.firstLine = this.line;
      }
      const end = this.findEnd(byte, at);
      if (end === undefined) continue;
      this.parts.push(chunk.subarray(from, end));
      records.push(this.take());
      if (end === at && byte === CLOSING_BRACKET) this.isInList = false;
    }
    if (this.isOpen) this.parts.push(chunk.subarray(from));
    return records;
  }

  /** Parsing the rest of an unclosed list fails. */
  end(): RawRecord[] {
    if (this.parts.length > 0) return [this.take()];
    return this.isInList ? [{ bytes: Buffer.from('['), line: this.line }] : [];
  }

  private take(): RawRecord {
    const record = { bytes: Buffer.concat(this.parts), line: this.firstLine };
    this.parts = [];
    this.isOpen = false;
    return record;
  }

  private begins(byte: number): boolean {
    if (SPACES.has(byte) || byte === COMMA) return false;
    const isList = byte === OPENING_BRACKET && !this.isInList;
    if (isList || byte === CLOSING_BRACKET) {
      this.isInList = isList;
      return false;
    }
    return true;
  }

  private findEnd(byte: number, at: number): number | undefined {
    if (this.isInText) {
      const closes = byte === QUOTE && !this.isEscaped;
      this.isEscaped = byte === BACKSLASH && !this.isEscaped;
      if (closes) this.isInText = false;
      return closes && this.depth === 0 ? at + 1 : undefined;
    }
    if (byte === QUOTE) this.isInText = true;
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) this.depth += 1;
    else if (this.depth === 0)
      return SPACES.has(byte) || byte === COMMA || byte === CLOSING_BRACKET ? at : undefined;
    else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) {
      this.depth -= 1;
      return this.depth === 0 ? at + 1 : undefined;
    }
    return undefined;
  }
}
