import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseQuestion, namesAny, whyNotChosen } from '../../../flow/approval/choose-question.js';
import { questionName } from '../../../flow/approval/question-name.js';

const kind = { isAboutCall: false, takesAnyAnswer: false, wantsOutput: false };
const BUY = { ...kind, name: 'buy', prompt: 'Buy a bicycle?' };
const PAY = { ...kind, name: 'agent 1.2', prompt: 'May pay run?', isAboutCall: true };
const COLOR = { ...kind, name: 'color', prompt: 'Which color?', takesAnyAnswer: true };
const MEASURE = { ...kind, name: 'agent 1.3', prompt: 'What does measure return?', wantsOutput: true };

const choose = (reply: string, open: (typeof BUY)[]) => {
  const chosen = chooseQuestion(reply, open);
  if (chosen.kind === 'one') return [chosen.question.name, chosen.answer];
  return chosen.kind === 'unclear' ? chosen.questions.map(({ name }) => name) : chosen.kind;
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
    ["'buy': yes", ['buy', 'yes']],
    ['buy yes', ['buy', 'yes']],
    ['Buy, yes!', ['buy', 'yes']],
    ['buy no, too much', ['buy', 'no, too much']],
    ['yes to buy', ['buy', 'yes']],
    ['Yes for "buy".', ['buy', 'Yes']],
    ['NO, BUY', ['buy', 'NO']],
    ['no to buy, too much', ['buy', 'no, too much']],
    ['yes: agent 1.2', ['agent 1.2', 'yes']],
    ['yes to agent  1.2', ['agent 1.2', 'yes']],
    ['agent 1.2: {"amount": 5}', ['agent 1.2', '{"amount": 5}']],
    ['agent 1.2 {"amount": 5}', ['agent 1.2', '{"amount": 5}']],
    ['color: the blue one', ['color', 'the blue one']],
    ['color: buy', ['color', 'buy']],
  ])('%j with several open -> answers the one that it names', (reply, chosen) => {
    expect(choose(reply, [COLOR, BUY, PAY])).toEqual(chosen);
  });

  test.each(['buy yes', 'yes to buy', 'Buy: yes'])('%j with only that one open -> its answer', (reply) => {
    expect(choose(reply, [BUY])).toEqual(['buy', 'yes']);
  });

  test.each([
    ...['yes to both', 'Yes, but cheaper', 'both: yes', 'I said no.', 'sell: yes', 'no to sell'],
    ...['buy', 'buy?', 'buy: perhaps', 'buy yes please', 'agent 1.2 {"amount": 5', 'agent 1.20: yes'],
    ...[
      'buy: no, agent 1.2: yes',
      'buy: yes\nagent 1.2: no',
      'buy no, agent 1.2 yes',
      'yes to buy and agent 1.2',
    ],
  ])('%j with several open -> unclear: answers none, and refuses none', (reply) => {
    expect(choose(reply, [BUY, PAY])).toEqual(['buy', 'agent 1.2']);
    expect(choose(reply, [BUY, PAY, COLOR])).toEqual(['buy', 'agent 1.2', 'color']);
  });

  test('the name of a question that is no longer open -> answers none, and refuses none', () => {
    for (const reply of ['sell: yes', 'SELL : no']) expect(choose(reply, [BUY])).toEqual(['buy']);
    expect(choose('sell: yes', [COLOR])).toEqual(['color', 'sell: yes']);
  });

  test('names that differ only by case -> the case decides; in another case, unclear', () => {
    const open = [BUY, { ...BUY, name: 'Buy' }];
    expect(choose('Buy: yes', open)).toEqual(['Buy', 'yes']);
    expect(choose('yes to buy', open)).toEqual(['buy', 'yes']);
    expect(choose('BUY: yes', open)).toEqual(['buy', 'Buy']);
  });

  test('a reply that fits one of several -> answers that one', () => {
    expect(choose('the blue one', [BUY, COLOR, PAY])).toEqual(['color', 'the blue one']);
    expect(choose('{"amount": 5}', [BUY, PAY])).toEqual(['agent 1.2', '{"amount": 5}']);
  });

  test.each(['Does it rain?', 'buy a cheaper one', 'Nobody knows', 'yesterday', 'What is agent 1.2?'])(
    '%j, which fits none -> an ordinary message',
    (reply) => {
      expect(choose(reply, [BUY, PAY])).toBe('none');
    },
  );

  test.each(['Does it rain?', 'yes, but cheaper', 'buy: perhaps', 'ok'])(
    '%j with one open -> an ordinary message',
    (reply) => {
      expect(choose(reply, [BUY])).toBe('none');
    },
  );

  test('a long repetitive message -> read once', () => {
    for (const piece of [' ', ',', 'no ', 'yes to ', ': ', 'buy ', '"', '\n'])
      expect(chooseQuestion(`buy${piece.repeat(200_000)}x`, [BUY, PAY]).kind).not.toBe('one');
  });
});

describe('chooseQuestion, by properties', () => {
  const id = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,8}$/);
  const place = fc.constantFrom('', '[3]', '[3.0]', ' 1.2', '[0] 12.1');
  const name = fc
    .tuple(fc.option(id, { nil: undefined }), id, place)
    .map(([below, node, item]) => (below === undefined ? node + item : `${below}/2/${node}${item}`));
  const names = fc.uniqueArray(name, {
    minLength: 2,
    maxLength: 5,
    selector: (one) => one.toLowerCase(),
  });
  const toQuestions = (all: string[]) => all.map((one) => ({ ...BUY, name: one }));
  const WORDS = ['yes', 'y', 'confirm', 'no', 'n', 'cancel'];

  test('any names, any way to name one, in any case -> that one, with the yes or no', () => {
    const say = fc.constantFrom(
      (one: string, word: string) => `${one}: ${word}`,
      (one: string, word: string) => `${one} ${word}`,
      (one: string, word: string) => `${word} to ${one}`,
      (one: string, word: string) => `${word}, '${one}'.`,
      (one: string, word: string) => `${word}: ${one}`,
    );
    const inCase = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.toLowerCase(),
    );
    fc.assert(
      fc.property(
        names,
        fc.nat(),
        fc.constantFrom(...WORDS),
        say,
        inCase,
        (all, nth, word, write, change) => {
          const meant = all[nth % all.length] ?? '';
          fc.pre(!all.some((one) => WORDS.includes(one.toLowerCase())));
          const chosen = choose(change(write(meant, word)), toQuestions(all));
          expect(chosen).toEqual([meant, change(word)]);
        },
      ),
      { numRuns: 500 },
    );
  });

  test('any words about several questions -> an answer only with the name of its question; something else never like a yes or no', () => {
    const reply = names.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc
          .array(
            fc.oneof(
              fc.constantFrom(...WORDS, 'to', 'and', 'please', 'true', '1', '0'),
              fc.constantFrom(...all),
              fc.constantFrom(':', ',', '\n', '.', "'", '{', '}'),
              fc.string({ maxLength: 5 }),
            ),
            { maxLength: 8 },
          )
          .map((parts) => parts.join(' ')),
      ),
    );
    fc.assert(
      fc.property(reply, ([all, said]) => {
        const chosen = chooseQuestion(said, toQuestions(all));
        if (chosen.kind === 'one')
          expect(said.replaceAll(/[\s,]+/g, ' ').toLowerCase()).toContain(chosen.question.name.toLowerCase());
        if (chosen.kind === 'none') expect(said).not.toMatch(/^\s*(?:yes|no)\b|\b(?:yes|no)[\s.]*$/i);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('namesAny', () => {
  test('the name of a settled question, in any form -> recognized; other words -> not', () => {
    for (const reply of ['no to pay', 'Pay: yes', 'pay yes', 'PAY: perhaps'])
      expect(namesAny(reply, ['buy', 'pay'])).toBe(true);
    for (const reply of ['no', 'no, too much', 'pay', 'no to paying', 'yes'])
      expect(namesAny(reply, ['buy', 'pay'])).toBe(false);
  });
});

describe('whyNotChosen', () => {
  test('two questions -> both by name, and how to answer one', () => {
    expect(whyNotChosen([BUY, PAY])).toBe(
      "2 questions are open: 'buy' (Buy a bicycle?), 'agent 1.2' (May pay run?). Answer one by its name, as in 'buy: yes'",
    );
  });

  test('one question, and an unclear reply -> how to answer it', () => {
    expect(whyNotChosen([BUY])).toBe(
      "1 question is open: 'buy' (Buy a bicycle?). Answer it by its name, as in 'buy: yes'",
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
