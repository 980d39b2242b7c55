import { describe, expect, test } from 'vitest';
import { checkKnownId, type StartFacts } from '../../../client/executions/known-id.js';
import { uploadReference } from '../../../protocol/message-parts.js';
import type { StartedExecution } from '../../../store/execution/find-started.js';

const KNOWN: StartedExecution = {
  executionId: 'execution/note/ada:daily',
  user: 'ada',
  version: 1,
  isDraft: false,
  flow: 'note',
  input: 'first',
  attachments: null,
  data: { at: '2026-01-01T00:00:00.000Z', list: [1, null] },
  trigger: null,
  output: null,
};
const START: StartFacts = {
  id: 'daily',
  user: 'ada',
  flow: 'note',
  text: 'fir\u0000st',
  data: { list: [1, undefined], at: new Date('2026-01-01'), none: undefined },
};

describe('checkKnownId', () => {
  test('the same content as stored -> no error', () => {
    expect(() => checkKnownId(KNOWN, START)).not.toThrow();
  });

  test.each<[what: string, other: Partial<StartFacts>]>([
    ['flow', { flow: 'other', text: 'second' }],
    ['text', { text: 'second' }],
    ['text', { textEnd: 'fir' }],
    ['text', { parts: [{ type: 'text', text: 'second' }] }],
    [
      'file',
      {
        parts: [
          { type: 'text', text: 'first' },
          { type: 'image', image: uploadReference('0'.repeat(64)) },
        ],
      },
    ],
    ['trigger', { trigger: 'start' }],
    ['data', { data: undefined }],
    ['data', { data: { list: [1] } }],
    ['output', { output: { type: 'object' } }],
  ])('another %s -> Turn.Conflict, which names it', (what, other) => {
    expect(() => checkKnownId(KNOWN, { ...START, ...other })).toThrow(
      expect.objectContaining({
        type: 'Turn.Conflict',
        message: `Execution id 'daily' was used with another ${what}: send this input under a new id`,
      }),
    );
  });

  test.each([{ user: 'bob', flow: 'other' }, { user: undefined }])(
    'the owner is %j -> Execution.IdTaken',
    (other) => {
      expect(() => checkKnownId(KNOWN, { ...START, ...other })).toThrow(
        expect.objectContaining({
          type: 'Execution.IdTaken',
          message: "Execution id 'daily' belongs to another owner: use another id",
        }),
      );
    },
  );

  test.each<[why: string, other: Partial<StartFacts>]>([
    ['any flow will do', { flow: 'other', isAnyFlow: true }],
    ['the end is the same', { text: 'something else', textEnd: 'rst' }],
  ])('%s -> no error', (_why, other) => {
    expect(() => checkKnownId(KNOWN, { ...START, ...other })).not.toThrow();
  });
});
