import { describe, expect, test } from 'vitest';
import { validateContents } from '../../../../packages/testing/model-server/google/validate-contents.js';

const user = { role: 'user', parts: [{ text: 'Hi' }] };
const call = { functionCall: { id: 'a', name: 'look', args: {} }, thoughtSignature: 's' };
const calling = (part: object = call) => ({ role: 'model', parts: [part] });
const result = (id = 'a') => ({
  role: 'user',
  parts: [{ functionResponse: { id, name: 'look', response: {} } }],
});
const declaring = (...names: string[]) => [{ functionDeclarations: names.map((name) => ({ name })) }];
const having = (...contents: unknown[]) => ({ contents });
const after = (part: unknown) => having({ role: 'user', parts: [part] });
const check = (body: unknown) =>
  validateContents(JSON.parse(JSON.stringify(body)), { needsSignatures: true });

describe('validateContents', () => {
  test.each<[situation: string, refused: unknown, message: RegExp, accepted: unknown]>([
    ['no contents', {}, /contents is not specified/, having(user)],
    ['another role', having({ ...user, role: 'assistant' }), /valid role: user, model/, having(user)],
    ['the model first', having(calling()), /first content is of the role user/, having(user)],
    [
      'no parts',
      having({ ...user, parts: [] }),
      /contents\[0\]\.parts: contents\.parts must not/,
      having(user),
    ],
    ['an empty text', after({ text: '' }), /parts\[0\]\.text: .* empty text/, after({ text: 'x' })],
    [
      'a text that is a number',
      after({ text: 1 }),
      /'contents\[0\]\.parts\[0\]\.text', 1/,
      after({ text: '1' }),
    ],
    [
      'a signature alone',
      after({ thoughtSignature: 's' }),
      /required oneof field 'data'/,
      after({ inlineData: {} }),
    ],
    [
      'a call without result',
      having(user, calling()),
      /turns are answered/,
      having(user, calling(), result()),
    ],
    [
      'a result of another call',
      having(user, calling(), result('b')),
      /contents\[2\].*no function call/,
      having(user, calling(), result()),
    ],
    [
      'a result of no call',
      having(user, result()),
      /number of function response parts/,
      having(user, calling(), result()),
    ],
    [
      'a call after a model turn',
      having(user, { role: 'model', parts: [{ text: 'x' }] }, calling(), result()),
      /immediately after a user turn/,
      having(user, calling(), result()),
    ],
    [
      'a call without its signature',
      having(user, calling({ functionCall: call.functionCall }), result()),
      /missing a thought_signature/,
      having(user, calling({ functionCall: call.functionCall }), result(), user),
    ],
    [
      'a name with a space',
      { ...having(user), tools: declaring('look up') },
      /name: Invalid function name/,
      { ...having(user), tools: declaring('look_up') },
    ],
    [
      'a name twice',
      { ...having(user), tools: declaring('look', 'look') },
      /Duplicate function declaration/,
      { ...having(user), tools: declaring('look', 'see') },
    ],
  ])('%s -> refused, its valid neighbor accepted', (_situation, refused, message, accepted) => {
    expect(check(refused)).toMatch(message);
    expect(check(accepted)).toBeUndefined();
  });
});
