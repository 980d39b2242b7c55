import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { decode } from '@temporalio/common/lib/encoding.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createAnswerCodec } from '../../../worker/answer-codec.js';
import { AnswerReference } from '../../../protocol/answer-reference.js';
import { MAX_ANSWER_BYTES } from '../../../protocol/limits.js';
import type { AskResult } from '../../../protocol/messages.js';
import { payloadConverter } from '../../../workflows/payload-converter.js';
import { answer, newConversation, useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();
const ROOM = MAX_ANSWER_BYTES - 2;

describe('createAnswerCodec', () => {
  test('a reference to an answer -> the result of an ask, as plain JSON', async () => {
    const { payload, result, executionId } = await resolved('Hello Ada.');
    expect(decode(payload.metadata!.encoding!)).toBe('json/plain');
    expect(result).toEqual({ turnId: 't1', executionId, text: 'Hello Ada.' });
  });

  test.each([
    ['just under', 'a'.repeat(ROOM - 1)],
    ['at', 'a'.repeat(ROOM)],
    ['of quotes, at', '"'.repeat(ROOM / 2)],
    ['of emoji, at', `${'😀'.repeat((ROOM - 2) / 4)}aa`],
  ])('an answer %s 32 KB as JSON -> whole', async (_name, text) => {
    const { result } = await resolved(text);
    expect(result.text).toBe(text);
    expect(result).not.toHaveProperty('truncated');
  });

  test.each([
    ['over', 'a'.repeat(ROOM + 1), 'a'.repeat(ROOM)],
    ['of quotes, over', '"'.repeat(ROOM), '"'.repeat(ROOM / 2)],
    ['whose last character does not fit', `${'a'.repeat(ROOM - 3)}😀`, 'a'.repeat(ROOM - 3)],
    ['whose last character fits to the byte', `${'a'.repeat(ROOM - 4)}😀bb`, `${'a'.repeat(ROOM - 4)}😀`],
    ['of emoji, over', '😀'.repeat(ROOM), '😀'.repeat(Math.floor(ROOM / 4))],
    ['of 3-byte characters, over', '中'.repeat(ROOM), '中'.repeat(Math.floor(ROOM / 3))],
  ])(
    'an answer %s 32 KB as JSON -> its longest beginning, never half a character',
    async (_name, text, beginning) => {
      const { result } = await resolved(text);
      expect(result.truncated).toBe(true);
      expect(result.text.length).toBe(beginning.length);
      expect(result.text).toBe(beginning);
    },
  );

  test('any long answer -> the longest beginning of whole characters that fits', async () => {
    const unit = fc.constantFrom('a', '"', '\n', '\u0001', 'é', '中', '😀');
    const anyText = fc
      .tuple(fc.string({ unit, minLength: 1, maxLength: 12 }), fc.nat(40))
      .map(([block, more]) => `x${block.repeat(Math.ceil(ROOM / jsonBytes(block)) + more)}`);
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const { result } = await resolved(text);
        expect(text.startsWith(result.text)).toBe(true);
        expect(result.text.isWellFormed()).toBe(true);
        expect(jsonBytes(result.text)).toBeLessThanOrEqual(ROOM);
        const [next = ''] = text.slice(result.text.length);
        expect(result.truncated === true).toBe(next !== '');
        if (next !== '') expect(jsonBytes(result.text + next)).toBeGreaterThan(ROOM);
      }),
      { numRuns: 25 },
    );
  });

  test('an execution whose rows are deleted -> an empty text', async () => {
    expect((await resolve('conversation/nobody/turn/1')).result.text).toBe('');
  });

  test.each([
    ['a text that looks like a reference', '{"turnId":"t1","executionId":"e1"}'],
    ['an object that looks like one', { turnId: 't1', executionId: 'e1' }],
    ['nothing', undefined],
    ['bytes', new Uint8Array([1, 2, 3])],
  ])('%s -> passes unchanged, both ways', async (_name, value) => {
    const codec = createAnswerCodec(store.db);
    const payload = payloadConverter.toPayload(value);
    expect((await codec.encode([payload!]))[0]).toBe(payload);
    expect((await codec.decode([payload!]))[0]).toBe(payload);
    expect(payload).toEqual(defaultPayloadConverter.toPayload(value));
  });

  test('a payload without metadata -> passes unchanged', async () => {
    const payload: Payload = { data: new Uint8Array([1]) };
    expect(await createAnswerCodec(store.db).encode([payload])).toEqual([payload]);
  });
});

async function resolved(text: string) {
  return resolve(await answer(store.db, newConversation(), 't1', text));
}

async function resolve(executionId: string) {
  const reference = payloadConverter.toPayload(new AnswerReference('t1', executionId));
  const [payload] = await createAnswerCodec(store.db).encode([reference!]);
  const result = defaultPayloadConverter.fromPayload<AskResult>(payload!);
  return { payload: payload!, result, executionId };
}

function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text)) - 2;
}
