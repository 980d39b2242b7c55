import { describe, expect, test } from 'vitest';
import { chooseQuestion, whyNotChosen } from '../../../flow/approval/choose-question.js';
import { questionName } from '../../../flow/approval/question-name.js';

const kind = { isAboutCall: false, takesAnyAnswer: false, wantsOutput: false };
const BUY = { ...kind, name: 'buy', prompt: 'Buy a bicycle?' };
const PAY = { ...kind, name: 'agent 1.2', prompt: 'May pay run?', isAboutCall: true };
const COLOR = { ...kind, name: 'color', prompt: 'Which color?', takesAnyAnswer: true };
const MEASURE = { ...kind, name: 'agent 1.3', prompt: 'What does measure return?', wantsOutput: true };

const choose = (reply: string, open: (typeof BUY)[]) => {
  const chosen = chooseQuestion(reply, open);
  if (chosen.kind === 'one') return [chosen.question.name, chosen.answer];
  return chosen.kind === 'several' ? chosen.questions.map(({ name }) => name) : chosen.kind;
};

describe('chooseQuestion', () => {
  test.each(['yes', 'No', 'no, too much'])('%j with one question open -> its answer', (reply) => {
    for (const question of [BUY, PAY, COLOR])
      expect(choose(reply, [question])).toEqual([question.name, reply]);
    expect(choose(reply, [MEASURE, BUY])).toEqual(['buy', reply]);
  });

  test.each(['yes', 'No', 'no, too much'])('%j with several open -> answers none of them', (reply) => {
    expect(choose(reply, [BUY, PAY])).toEqual(['buy', 'agent 1.2']);
    expect(choose(reply, [PAY, COLOR])).toEqual(['agent 1.2', 'color']);
  });

  test.each([
    ['buy: yes', ['buy', 'yes']],
    [' BUY:no, too much ', ['buy', 'no, too much']],
    ['Buy : yes', ['buy', 'yes']],
    ['agent 1.2: {"amount": 5}', ['agent 1.2', '{"amount": 5}']],
    ['color: the blue one', ['color', 'the blue one']],
  ])('%j with several open -> answers the one that it names', (reply, chosen) => {
    expect(choose(reply, [COLOR, BUY, PAY])).toEqual(chosen);
  });

  test('a reply that fits one of several -> answers that one', () => {
    expect(choose('the blue one', [BUY, COLOR, PAY])).toEqual(['color', 'the blue one']);
    expect(choose('{"amount": 5}', [BUY, PAY])).toEqual(['agent 1.2', '{"amount": 5}']);
  });

  test.each(['Does it rain?', 'buy: perhaps', 'sell: yes', 'buy yes'])(
    '%j, which fits none -> something else',
    (reply) => {
      expect(choose(reply, [BUY, PAY])).toBe('none');
    },
  );
});

describe('whyNotChosen', () => {
  test('two questions -> both by name, with how to answer one', () => {
    expect(whyNotChosen([BUY, PAY])).toBe(
      "2 questions are open: 'buy' (Buy a bicycle?), 'agent 1.2' (May pay run?). Answer one by its name, as in 'buy: yes'",
    );
  });

  test('many long questions -> a sentence that fits in a failure', () => {
    const many = Array.from({ length: 50 }, (_, item) => ({
      ...BUY,
      name: `ask[${item}]`,
      prompt: 'x'.repeat(5_000),
    }));
    expect(whyNotChosen(many)).toMatch(/^50 questions are open: 'ask\[0\]' .* and 46 more\. Answer one/);
    expect(whyNotChosen(many).length).toBeLessThan(500);
  });
});

describe('questionName', () => {
  const root = 'conversation/shop/ada/turn/u1';

  test.each([
    [{ executionId: root, nodeId: 'buy', iteration: '' }, 'buy'],
    [{ executionId: root, nodeId: 'buy', iteration: '3.0', call: null }, 'buy[3.0]'],
    [{ executionId: root, nodeId: 'agent', iteration: '', call: '3.1' }, 'agent 3.1'],
    [{ executionId: `${root}/look/2`, nodeId: 'agent', iteration: '', call: '1.1' }, 'look/2/agent 1.1'],
  ])('%j -> %s', (place, name) => {
    expect(questionName(place, root)).toBe(name);
  });
});
