import { setImmediate as nextTick } from 'node:timers/promises';

const STEP_BYTES = 2_000_000;

/** Yields each part in its own turn of the event loop. */
export async function* takeSteps(content: Uint8Array): AsyncIterable<Uint8Array> {
  for (let from = 0; from < content.length; from += STEP_BYTES) {
    if (from > 0) await nextTick();
    yield content.subarray(from, from + STEP_BYTES);
  }
}

/** With `isStrict`, throws a `TypeError` for invalid bytes. */
export async function decodeText(content: Uint8Array, { isStrict = false } = {}): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: isStrict });
  let text = '';
  for await (const step of takeSteps(content)) text += decoder.decode(step, { stream: true });
  return text + decoder.decode();
}
