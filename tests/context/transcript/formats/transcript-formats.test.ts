import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMessages } from '../../../../context/transcript/read-messages.js';
import {
  FORMAT_NAMES,
  TRANSCRIPT_FORMATS,
  detectFormat,
} from '../../../../context/transcript/formats/transcript-formats.js';
import { countMessagesTokens } from '../../../../models/counting/count-tokens.js';

const NAMES = [
  ...[
    'type',
    'id',
    'parentId',
    'uuid',
    'parentUuid',
    'message',
    'content',
    'role',
    'payload',
    'summary',
    'text',
  ],
  ...[
    'mapping',
    'current_node',
    'parent',
    'author',
    'parts',
    'content_type',
    'conversations',
    'from',
    'value',
  ],
  ...['history', 'source', 'action', 'observation', 'args', 'kind', 'tool_call', 'cause', 'num_turns', 'api'],
];
const VALUES = [
  ...[
    'user',
    'assistant',
    'tool',
    'system',
    'message',
    'session',
    'compaction',
    'response_item',
    'compacted',
  ],
  ...[
    'event_msg',
    'thread_rolled_back',
    'text',
    'code',
    'ActionEvent',
    'MessageEvent',
    'function_call',
    'gpt',
  ],
  ...['a', 'b', null, 0, -1, true],
];
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...VALUES),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 5, noNullPrototype: true }),
  ),
}));
const anyRecord = fc.dictionary(fc.constantFrom(...NAMES), anyValue, { maxKeys: 7, noNullPrototype: true });

describe('TRANSCRIPT_FORMATS', () => {
  test.each(FORMAT_NAMES)(
    '%s, any records -> messages that can be counted, or an error that names the line',
    (name) => {
      const property = fc.property(fc.array(anyRecord, { maxLength: 6 }), (records) => {
        const reader = TRANSCRIPT_FORMATS[name].open();
        const read = [
          ...records.map((record, at) => orError(() => reader.add(record, at + 1))),
          orError(() => reader.end()),
        ];
        for (const transcript of read) {
          const messages = (transcript?.messages ?? []).map(({ message }) => message);
          expect(countMessagesTokens(readMessages(messages).messages)).toBeGreaterThanOrEqual(0);
        }
      });
      fc.assert(property, { numRuns: 300 });
    },
  );

  test('any record -> at most one format, and no error', () => {
    fc.assert(
      fc.property(anyRecord, (record) => [undefined, ...FORMAT_NAMES].includes(detectFormat(record))),
    );
  });
});

function orError<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    expect((error as Error).message).toMatch(/^Line \d+: /);
    return undefined;
  }
}
