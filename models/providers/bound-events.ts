const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

interface BoundEventsInput {
  readonly maxBytes: number;
  readonly maxEventBytes?: number | undefined;
  readonly fail: (bytes: number, what: string) => Error;
}

export function boundEvents({
  maxBytes,
  maxEventBytes,
  fail,
}: BoundEventsInput): TransformStream<Uint8Array, Uint8Array> {
  const events = new EventLength();
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw fail(maxBytes, 'an answer');
      if (maxEventBytes !== undefined && events.add(chunk) > maxEventBytes)
        throw fail(maxEventBytes, 'one event of an answer');
      controller.enqueue(chunk);
    },
  });
}

class EventLength {
  #bytes = 0;
  #isLineBlank = true;

  add(chunk: Uint8Array): number {
    let longest = 0;
    let start = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, start)) {
      this.#bytes += at + 1 - start;
      longest = Math.max(longest, this.#bytes);
      if (this.#isLineBlank && isBlank(chunk, start, at)) this.#bytes = 0;
      this.#isLineBlank = true;
      start = at + 1;
    }
    this.#bytes += chunk.byteLength - start;
    this.#isLineBlank &&= isBlank(chunk, start, chunk.byteLength);
    return Math.max(longest, this.#bytes);
  }
}

function isBlank(chunk: Uint8Array, start: number, end: number): boolean {
  return end === start || (end === start + 1 && chunk[start] === CARRIAGE_RETURN);
}
