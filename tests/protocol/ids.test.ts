import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  conversationWorkflowId,
  executionWorkflowId,
  isOwnExecution,
  ownExecutionWorkflowId,
  MAX_CONVERSATION_ID_BYTES,
  turnIdProblem,
  turnWorkflowId,
  utf8Length,
  type ConversationKey,
} from '../../protocol/ids.js';

const piece = fc.constantFrom(
  '/',
  '%',
  '%2F',
  '2',
  'F',
  'f',
  'turn',
  'thread',
  'upkeep',
  'conversation',
  'a',
  ' ',
  '.',
  '+',
  'é',
  '😀',
);
const part = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
const RESERVED = ['thread', 'turn', 'upkeep'];
const channel = fc.oneof(part, fc.constant('')).filter((name) => !RESERVED.includes(name));
const anyKey: fc.Arbitrary<ConversationKey> = fc.record(
  { flow: part, user: part, channel, thread: part },
  { requiredKeys: ['flow', 'user'] },
);
const anyUtf16 = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { size: 'large' })
  .map((units) => String.fromCharCode(...units));
const nearSurrogates = fc
  .array(fc.constantFrom('a', 'é', '中', '😀', '\ud83d', '\ude00', '\u0000', '\uffff'))
  .map((units) => units.join(''));

describe('conversationWorkflowId', () => {
  test.each([
    [{ flow: 'assistant', user: 'ada' }, 'conversation/assistant/ada'],
    [{ flow: 'assistant', user: 'ada', channel: '' }, 'conversation/assistant/ada'],
    [{ flow: 'assistant', user: 'ada', channel: '77' }, 'conversation/assistant/ada/77'],
    [{ flow: 'a/b', user: 'ada@x.org' }, 'conversation/a%2Fb/ada%40x.org'],
    [{ flow: 'a', user: 'b%2Fc' }, 'conversation/a/b%252Fc'],
    [{ flow: 'a', user: 'Zoë 😀' }, 'conversation/a/Zo%C3%AB%20%F0%9F%98%80'],
    [{ flow: 'a', user: 'b', thread: 't/1' }, 'conversation/a/b/thread/t%2F1'],
    [{ flow: 'a', user: 'b', channel: 'c', thread: 'turn' }, 'conversation/a/b/c/thread/turn'],
  ])('P65: %j -> %s', (key, id) => {
    expect(conversationWorkflowId(key)).toBe(id);
  });

  test.each([
    [{ flow: '', user: 'ada' }, 'The flow is empty'],
    [{ flow: 'a', user: '' }, 'The user is empty'],
    [{ flow: 'a' }, 'The user must be a string, not undefined'],
    [{ flow: 'a', user: 7 }, 'The user must be a string, not number'],
    [{ flow: 'a', user: 'b', channel: null }, 'The channel must be a string, not object'],
    [{ flow: 'a', user: '\ud83d' }, 'The user has a lone surrogate'],
    [{ flow: 'a', user: 'b', channel: 'c\nd' }, "The channel 'c\\nd' has a control character"],
    [{ flow: 'a\u0000', user: 'b' }, "The flow 'a\\u0000' has a control character"],
    [{ flow: 'a', user: 'b\u007f' }, 'has a control character'],
    [{ flow: 'a', user: 'b', thread: '' }, "Thread id '' is empty"],
    [{ flow: 'a', user: 'b', thread: 7 }, 'Thread id is not a string'],
    [{ flow: 'a', user: 'b', thread: 'c\nd' }, "Thread id 'c\\nd' has a control character"],
    [{ flow: 'a', user: 'b', thread: 't'.repeat(65) }, 'has 65 bytes as JSON; at most 64 fit'],
    [{ flow: 'a', user: 'u'.repeat(380), thread: 't' }, 'user, channel and thread make a Workflow ID of 404'],
  ])('%j -> a sentence naming the part', (key, sentence) => {
    expect(() => conversationWorkflowId(key as ConversationKey)).toThrow(sentence);
  });

  test('as long as fits -> accepted; one byte more -> both sizes are named', () => {
    const room = MAX_CONVERSATION_ID_BYTES - 'conversation/a/'.length;
    expect(conversationWorkflowId({ flow: 'a', user: 'u'.repeat(room) })).toHaveLength(400);
    expect(() => conversationWorkflowId({ flow: 'a', user: 'u'.repeat(room + 1) })).toThrow(
      'make a Workflow ID of 401 bytes; at most 400 fit',
    );
  });

  test('two keys -> one id only for equal keys', () => {
    fc.assert(
      fc.property(anyKey, anyKey, (one, other) => {
        expect(idOf(one) === idOf(other)).toBe(identity(one) === identity(other));
      }),
      { numRuns: 500 },
    );
  });

  test('any key -> its parts can be read back', () => {
    fc.assert(
      fc.property(anyKey, (key) => {
        const { flow, user, channel, thread } = key;
        const [kind, ...parts] = idOf(key).split('/');
        expect(kind).toBe('conversation');
        const below = thread === undefined ? [] : ['thread', thread];
        expect(parts.map(decodeURIComponent)).toEqual([flow, user, ...(channel ? [channel] : []), ...below]);
      }),
    );
  });
});

describe('turnWorkflowId', () => {
  test.each([
    ['t1', 'conversation/a/b/turn/t1'],
    ['1/turn/2', 'conversation/a/b/turn/1%2Fturn%2F2'],
    ['%2F', 'conversation/a/b/turn/%252F'],
  ])("turn '%s' -> %s", (turnId, id) => {
    expect(turnWorkflowId('conversation/a/b', turnId)).toBe(id);
  });

  test('any conversation and turn -> no conversation, execution or other turn has its id', () => {
    fc.assert(
      fc.property(anyKey, part, anyKey, part, (key, turnId, other, otherTurn) => {
        const id = turnWorkflowId(idOf(key), turnId);
        expect(id).not.toBe(idOf(other));
        expect(id).not.toBe(executionWorkflowId(other.flow, otherTurn));
        expect(id).not.toBe(`${idOf(other)}/upkeep`);
        const isSame = identity(key) === identity(other) && turnId === otherTurn;
        expect(id === turnWorkflowId(idOf(other), otherTurn)).toBe(isSame);
      }),
      { numRuns: 500 },
    );
  });

  test('the longest conversation and turn ids -> below the 1,000 bytes that Temporal accepts', () => {
    const conversationId = 'c'.repeat(MAX_CONVERSATION_ID_BYTES);
    expect(turnWorkflowId(conversationId, '😀'.repeat(16)).length).toBeLessThan(700);
  });
});

describe('executionWorkflowId', () => {
  test.each([
    ['report', '1', 'execution/report/1'],
    ['re/port', '../x', 'execution/re%2Fport/..%2Fx'],
  ])('%s, %s -> %s', (flow, id, expected) => {
    expect(executionWorkflowId(flow, id)).toBe(expected);
  });

  test('no id -> a sentence naming it', () => {
    expect(() => executionWorkflowId('report', '')).toThrow('The id is empty');
  });

  test('an id that leaves no room for sub-executions -> a sentence with the bytes', () => {
    expect(() => executionWorkflowId('f', 'ß'.repeat(163))).toThrow(
      'Flow and id make a Workflow ID of 990 bytes; at most 400 fit',
    );
  });
});

describe('ownExecutionWorkflowId', () => {
  test.each([
    [{ flow: 'report', user: 'ada', id: '1' }, 'execution/report/ada:1'],
    [{ flow: 're/port', user: 'a:b', id: 'c:d' }, 'execution/re%2Fport/a%3Ab:c%3Ad'],
  ])("%j -> %s, recognized as its user's alone", (own, expected) => {
    expect(ownExecutionWorkflowId(own)).toBe(expected);
    expect(isOwnExecution(expected, own.user)).toBe(true);
    expect(isOwnExecution(expected, 'a')).toBe(false);
    expect(isOwnExecution(`${expected}/node/1`, own.user)).toBe(false);
    expect(isOwnExecution(executionWorkflowId(own.flow, `${own.user}:${own.id}`), own.user)).toBe(false);
  });

  test('any two, and any id without a user -> the same Workflow ID only for the same flow, user and id', () => {
    const any = fc.oneof(fc.constantFrom('a', 'a:b', 'b', ':', 'a%3Ab', 'a/b'), part);
    fc.assert(
      fc.property(fc.tuple(any, any, any), fc.tuple(any, any, any), ([flow, user, id], other) => {
        const own = ownExecutionWorkflowId({ flow, user, id });
        const [otherFlow, otherUser, otherId] = other;
        const isSame = flow === otherFlow && user === otherUser && id === otherId;
        expect(own === ownExecutionWorkflowId({ flow: otherFlow, user: otherUser, id: otherId })).toBe(
          isSame,
        );
        expect(own).not.toBe(executionWorkflowId(otherFlow, otherId));
      }),
    );
  });

  test.each([
    [{ flow: 'f', user: '', id: '1' }, 'The user is empty'],
    [{ flow: 'f', user: 'ada', id: 'x'.repeat(400) }, 'make a Workflow ID of 416 bytes; at most 400 fit'],
  ])('%j -> a sentence', (own, sentence) => {
    expect(() => ownExecutionWorkflowId(own)).toThrow(sentence);
  });
});

describe('conversationWorkflowId, reserved names', () => {
  test.each(RESERVED)(
    "channel '%s' -> refused: other Workflows of the plain thread have such ids",
    (name) => {
      expect(() => conversationWorkflowId({ flow: 'a', user: 'b', channel: name })).toThrow(
        `The channel '${name}' is reserved`,
      );
    },
  );

  test("another turn's or the channel's upkeep -> distinct ids", () => {
    fc.assert(
      fc.property(anyKey, anyKey, part, (key, other, turnId) => {
        const upkeep = `${idOf(key)}/upkeep`;
        expect(upkeep).not.toBe(idOf(other));
        expect(upkeep).not.toBe(turnWorkflowId(idOf(other), turnId));
      }),
      { numRuns: 500 },
    );
  });
});

describe('turnIdProblem', () => {
  test.each([
    ['an ordinary one', 'turn-1', undefined],
    ['64 bytes', 't'.repeat(64), undefined],
    ['65 bytes', 't'.repeat(65), 'has 65 bytes as JSON; at most 64 fit'],
    ['64 bytes in 16 characters', '😀'.repeat(16), undefined],
    ['65 bytes in 33 characters', `${'é'.repeat(32)}a`, 'has 65 bytes as JSON; at most 64 fit'],
    ['33 quotes, two bytes each as JSON', '"'.repeat(33), 'has 66 bytes as JSON; at most 64 fit'],
    ['empty', '', 'is empty'],
    ['a lone surrogate', 'a\udc00', 'has a lone surrogate'],
    ['a line break', 'a\nb', 'has a control character'],
    ['NUL', '\u0000', 'has a control character'],
    ['a number', 7, 'is not a string'],
    ['null', null, 'is not a string'],
    ['an object', {}, 'is not a string'],
  ])('%s -> %s', (_name, turnId, problem) => {
    expect(turnIdProblem(turnId)).toBe(problem);
  });
});

describe('utf8Length', () => {
  test.each([
    ['any UTF-16', anyUtf16],
    ['halves and wholes of pairs', nearSurrogates],
  ])('%s -> as Buffer counts', (_name, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(utf8Length(text)).toBe(Buffer.byteLength(text));
      }),
      { numRuns: 500 },
    );
  });
});

function idOf(key: ConversationKey): string {
  return conversationWorkflowId(key);
}

function identity({
  flow,
  user,
  channel: name = '',
  thread = null,
}: Omit<ConversationKey, 'thread'> & { thread?: string | null }): string {
  return JSON.stringify([flow, user, name, thread]);
}
