import { describe, expect, test } from 'vitest';
import { answersQuestion } from '../../../flow/approval/answers-question.js';

const CALL = { isAboutCall: true, takesAnyAnswer: false, wantsOutput: false };
const NODE = { isAboutCall: false, takesAnyAnswer: false, wantsOutput: false };
const OPEN_NODE = { isAboutCall: false, takesAnyAnswer: true, wantsOutput: false };

describe('answersQuestion', () => {
  test.each(['Yes', ' 1 ', 'no', 'NO.', 'no, too much', 'No\nthanks', 'cancel it', 'n', '0'])(
    '%j -> an answer to any question',
    (reply) => {
      for (const question of [CALL, NODE, OPEN_NODE]) expect(answersQuestion(reply, question)).toBe(true);
    },
  );

  test.each(['', 'ok', 'yes, but cheaper', 'nothing yet', 'note this', 'nöl', '01', 'What is it?', '[1]'])(
    '%j -> an answer only to a question that accepts any',
    (reply) => {
      expect([CALL, NODE, OPEN_NODE].map((question) => answersQuestion(reply, question))).toEqual([
        false,
        false,
        true,
      ]);
    },
  );

  test('a changed input -> answers a question about a tool call, but not one of a node', () => {
    const reply = '{"amount": 5}';
    expect([CALL, NODE].map((question) => answersQuestion(reply, question))).toEqual([true, false]);
  });

  test.each(['yes', 'the blue one'])('%s, to a call that a page is to run -> no output', (reply) => {
    const question = { isAboutCall: true, takesAnyAnswer: false, wantsOutput: true };
    expect(answersQuestion(reply, question)).toBe(false);
  });
});
