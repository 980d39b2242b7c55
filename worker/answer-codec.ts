import type { Payload, PayloadCodec } from '@temporalio/common';
import { decode, encode } from '@temporalio/common/lib/encoding.js';
import type { Database } from '../store/database.js';
import { findAnswer } from '../store/execution/read-answer.js';
import { ANSWER_ENCODING } from '../protocol/answer-reference.js';
import { utf8Length } from '../protocol/ids.js';
import { MAX_ANSWER_BYTES } from '../protocol/limits.js';
import type { AskResult } from '../protocol/messages.js';

/**
 * Puts an answer's text in the place of its reference as a result leaves the worker. So `ask` returns the
 * text to any client while the Workflow never holds it, and the Event History has it once. Everything else
 * passes unchanged.
 */
export function createAnswerCodec(db: Database): PayloadCodec {
  return {
    encode: (payloads) => Promise.all(payloads.map(resolve)),
    decode: (payloads) => Promise.resolve(payloads),
  };

  async function resolve(payload: Payload): Promise<Payload> {
    const encoding = payload.metadata?.encoding;
    if (encoding === undefined || encoding === null || decode(encoding) !== ANSWER_ENCODING) return payload;
    // Written by our own payload converter from an AnswerReference.
    const reference = JSON.parse(decode(payload.data ?? new Uint8Array())) as {
      turnId: string;
      executionId: string;
    };
    // A replay long after `forget` finds no text; what it makes of that is compared with nothing.
    const text = (await findAnswer(db, reference.executionId)) ?? '';
    const result: AskResult = { ...reference, ...bounded(text) };
    return { metadata: { encoding: encode('json/plain') }, data: encode(JSON.stringify(result)) };
  }
}

/** The longest beginning that fits as JSON, whole characters only. */
function bounded(text: string): Pick<AskResult, 'text' | 'truncated'> {
  if (fits(text)) return { text };
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(beginning(text, middle))) low = middle;
    else high = middle - 1;
  }
  return { text: beginning(text, low), truncated: true };
}

/** Without half a character at its end, which takes more room as JSON than the whole one. */
function beginning(text: string, length: number): string {
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  return text.slice(0, isSplit ? length - 1 : length);
}

function fits(text: string): boolean {
  return utf8Length(JSON.stringify(text)) <= MAX_ANSWER_BYTES;
}
