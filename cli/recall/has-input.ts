import { once } from 'node:events';
import { fstatSync } from 'node:fs';
import type { ReadStream } from 'node:tty';

const STANDARD_INPUT = 0;
/** A program that starts a command often leaves its input open and writes nothing. */
const WAIT_MS = 2_000;

/**
 * Whether standard input has data: a shell's file or pipe is awaited until its first byte or end, a socket,
 * which other programs use, for two seconds. A terminal has none.
 */
export async function hasInput(input: ReadStream): Promise<boolean> {
  if (input.isTTY) return false;
  const kind = fstatSync(STANDARD_INPUT);
  if (kind.isCharacterDevice()) return false;
  const signal = kind.isFile() || kind.isFIFO() ? undefined : AbortSignal.timeout(WAIT_MS);
  try {
    if (input.readableLength === 0 && !input.readableEnded)
      await Promise.race([once(input, 'readable', { signal }), once(input, 'end', { signal })]);
  } catch (error) {
    if (signal?.aborted) return false;
    throw error;
  }
  return input.readableLength > 0;
}
