import { describe, test } from 'vitest';
import { GRAMMARS } from '../../../context/grammar/grammar.js';
import { expectPair } from './expect-pair.js';
import { assistant, call, result, system, text, tool, user, type Pair } from './fixtures.js';

const image = { type: 'image', image: 'QUJD' };
const calling = (part: unknown) => [user(), assistant([part]), tool(result('a')), assistant()];

const PAIRS: readonly Pair[] = [
  {
    situation: 'an empty text',
    broken: [user('')],
    says: [[0, 'empty or only white space']],
    valid: [user('.')],
  },
  {
    situation: 'a white text',
    broken: [user(' \n\t')],
    says: [[0, 'empty or only white']],
    valid: [user(' \n.')],
  },
  {
    situation: 'a blank system message',
    broken: [system(' '), user()],
    says: [[0, 'empty or only white']],
    valid: [system('.'), user()],
  },
  {
    situation: 'a blank answer',
    broken: [user(), assistant('')],
    says: [[1, 'empty or only white']],
    valid: [user(), assistant('.')],
  },
  {
    situation: 'a blank part',
    broken: [user([text('a'), text(' ')])],
    says: [[0, 'empty or only white']],
    valid: [user([text('a'), text('b')])],
  },
  {
    situation: 'a part without text',
    broken: [user([text(null)])],
    says: [[0, 'not a string']],
    valid: [user([text('null')])],
  },
  {
    situation: 'a lone surrogate',
    broken: [user('a\ud83d')],
    says: [[0, 'lone surrogate']],
    valid: [user('a\ud83d\ude00')],
  },
  {
    situation: 'no content',
    broken: [user(null)],
    says: [[0, 'not a text or a list']],
    valid: [user('null')],
  },
  { situation: 'an empty list', broken: [user([])], says: [[0, 'empty list']], valid: [user([text('a')])] },
  {
    situation: 'a part that is no object',
    broken: [user([text('a'), 'b'])],
    says: [[0, 'not an object']],
    valid: [user([text('a'), text('b')])],
  },
  {
    situation: 'a list as system message',
    broken: [system([text('a')]), user()],
    says: [[0, 'not a string']],
    valid: [system('a'), user()],
  },
  {
    situation: 'a text as tool message',
    broken: [
      ...calling(call('a')).slice(0, 2),
      tool(result('a')),
      { role: 'tool', content: 'found' },
      assistant(),
    ],
    says: [[3, 'not a list']],
    valid: calling(call('a')),
  },
  {
    situation: 'a part of no known type',
    broken: [user([text('a'), { type: 'video' }])],
    says: [[0, "'video'"]],
    valid: [user([text('a'), image])],
  },
  {
    situation: 'a picture by an assistant',
    broken: [user(), assistant([text('a'), image])],
    says: [[1, "'image'"]],
    valid: [user(), assistant([text('a')])],
  },
  {
    situation: 'a picture without a source',
    broken: [user([{ type: 'image', image: '' }])],
    says: [[0, 'without a source']],
    valid: [user([image])],
  },
  {
    situation: 'a file without a source',
    broken: [user([{ type: 'file', mediaType: 'text/plain' }])],
    says: [[0, 'without a source']],
    valid: [user([{ type: 'file', mediaType: 'text/plain', data: 'QUJD' }])],
  },
  {
    situation: 'nothing but an approval',
    broken: [user(), assistant([{ type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' }])],
    says: [[1, 'empty list']],
    valid: [
      user(),
      assistant([text('a'), { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' }]),
    ],
  },
  {
    situation: "a tool result in an assistant's message",
    broken: [user(), assistant([text('a'), result('a')])],
    says: [[1, "'tool-result'"]],
    valid: [user(), assistant([text('a')])],
  },
];

describe.each(GRAMMARS)('checkMessageContents for %s', (grammar) => {
  test.each(PAIRS)('$situation -> reported, its valid neighbor accepted', (pair) =>
    expectPair(pair, grammar),
  );
});
