import type { Payload, PayloadCodec } from '@temporalio/common';
import { decode, encode } from '@temporalio/common/lib/encoding.js';
import type { Database } from '../store/database.js';
import { checkObject } from '../flow/output/object-check.js';
import { findAskedAnswer } from '../store/execution/read-answer.js';
import { ifCutOff } from '../protocol/finish-reason.js';
import { ANSWER_ENCODING } from '../protocol/answer-reference.js';
import { utf8Length } from '../protocol/ids.js';
import { MAX_ANSWER_BYTES } from '../protocol/limits.js';
import type { AskResult } from '../protocol/messages.js';

export function createAnswerCodec(db: Database): PayloadCodec {
  return {
    encode: (payloads) => Promise.all(payloads.map(insertText)),
    decode: (payloads) => Promise.resolve(payloads),
  };

  async function insertText(payload: Payload): Promise<Payload> {
    const encoding = payload.metadata?.encoding;
    if (!encoding || encoding === null || decode(encoding) !== ANSWER_ENCODING) return payload;
    const reference = JSON.parse(decode(payload.data ?? new Uint8Array())) as {
      turnId: string;
      executionId: string;
    };
    // Missing after `forget`. Then only a replay asks for the answer, and a replay does not compare results.
    const answer = await findAskedAnswer(db, reference.executionId);
    const result: AskResult = {
      ...reference,
      ...cutText(answer?.text ?? ''),
      ...ifCutOff(answer?.finishReason),
    };
    if (answer?.outputSchema != null && result.truncated !== true)
      result.object = (await checkObject({ text: result.text, schema: answer.outputSchema })).object;
    return { metadata: { encoding: encode('json/plain') }, data: encode(JSON.stringify(result)) };
  }
}

function cutText(text: string): Pick<AskResult, 'text' | 'truncated'> {
  if (fits(text)) return { text };
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(takeBeginning(text, middle))) low = middle;
    else high = middle - 1;
  }
  return { text: takeBeginning(text, low), truncated: true };
}

/** In JSON, half a surrogate pair takes more bytes than the whole. */
function takeBeginning(text: string, length: number): string {
  const isSplit = /[\uD800-\uDBFF]/.test(text.charAt(length - 1));
  return text.slice(0, isSplit ? length - 1 : length);
}

function fits(text: string): boolean {
  return utf8Length(JSON.stringify(text)) <= MAX_ANSWER_BYTES;
}
