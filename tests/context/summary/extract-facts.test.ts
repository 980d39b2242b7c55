import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractFacts } from '../../../context/summary/extract-facts.js';
import { LASTING_WEIGHT } from '../../../context/summary/fact-weight.js';

const user = (text: string) => extractFacts({ seq: 7, role: 'user', text });

describe('extractFacts', () => {
  test.each([
    ['The gate code of the north warehouse is 7314.', '7314', 'gate code of north warehouse is 7314'],
    ['My daughter\'s name is "Ilse".', '"Ilse"', 'My daughter\'s name is "Ilse"'],
    ["My daughter's name is Ilse.", 'Ilse', "My daughter's name is Ilse"],
    ['By the way, our rent is 1,450 EUR.', '1,450 EUR', 'our rent is 1,450 EUR'],
    [
      'Remember that the migration is due on 14 March 2027!',
      '14 March 2027',
      'migration is due on 14 March 2027',
    ],
    ['Oh, and the wifi password is bluefish-42.', 'bluefish-42', 'wifi password is bluefish-42'],
    ['Contact: ilse.k@example.org', 'ilse.k@example.org', 'Contact: ilse.k@example.org'],
    ['The plan is in /srv/data/plan.csv.', '/srv/data/plan.csv', 'plan is in /srv/data/plan.csv'],
    ['The build is v2.4.1.', 'v2.4.1', 'build is v2.4.1'],
    ['My phone is +49 170 5550123.', '+49 170 5550123', 'My phone is +49 170 5550123'],
    ['The wifi password is sunflower.', 'sunflower', 'wifi password is sunflower'],
    ['密码是7314。', '7314', '密码是7314'],
  ])('%s -> %s in its clause', (text, value, clause) => {
    const [fact] = user(text);
    expect(fact).toMatchObject({ seq: 7, ordinal: 0, value, clause });
    expect(fact?.weight).toBeGreaterThanOrEqual(LASTING_WEIGHT);
  });

  test('two statements in a sentence -> a separate clause for each', () => {
    expect(user('The cat weighs 4.2 kg and the dog weighs 31 kg.').map(({ clause }) => clause)).toEqual([
      'cat weighs 4.2 kg',
      'dog weighs 31 kg',
    ]);
  });

  test('clause that begins with "it" -> the clause before it is kept', () => {
    expect(user('Our rent is 900 EUR, and it is due on 3 March.')[1]?.clause).toContain('rent');
  });

  test('emojis around a value, at any distance -> no half character in the clause', () => {
    for (let length = 1; length < 200; length += 1)
      for (const { clause } of user(
        `The code of my ${'x'.repeat(length % 2)}${'😀'.repeat(length)} locker is 4711-26 and ${'😀'.repeat(length)}.`,
      ))
        expect(clause.isWellFormed()).toBe(true);
  });

  test.each([
    ['question', 'Is the gate code 7314?'],
    ['code fence', '```\nport = 5433\n```'],
    ['no hard value', 'The weather is nice.'],
    ['blank', ' \n'],
  ])('%s -> no fact', (_name, text) => {
    expect(user(text)).toEqual([]);
  });

  test.each([
    'I walked 5 km with Bob today!',
    'Maybe around 20 people came.',
    'I had 3 coffees and read 30 pages.',
  ])('mentioned in passing: %s -> does not last', (text) => {
    for (const { weight } of user(text)) expect(weight).toBeLessThan(LASTING_WEIGHT);
  });

  test('the same fact by the assistant -> weighs less', () => {
    const text = 'The gate code is 7314.';
    const [said] = extractFacts({ seq: 1, role: 'assistant', text });
    expect(said?.weight).toBeLessThan(user(text)[0]?.weight ?? 0);
    expect(extractFacts({ seq: 1, role: 'assistant', text: 'Here are 5 tips for Bob.' })).toEqual([]);
  });

  test('a hundred facts -> the twelve that weigh most, in order', () => {
    const text = Array.from(
      { length: 100 },
      (_, index) => `The code of door ${index} is ${1000 + index}.`,
    ).join(' ');
    const facts = user(text);
    expect(facts).toHaveLength(12);
    expect(facts.map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 12 }, (_, index) => index));
  });

  test('a quoted name with two spaces -> one, in value and clause', () => {
    expect(user('The code is "Ilse  is", and 1.')).toMatchObject([
      { value: '"Ilse is"', clause: expect.stringContaining('"Ilse is"') },
      { value: '1' },
    ]);
  });

  test('any text -> values stand in their clauses, which are short and well-formed', () => {
    const piece = fc.constantFrom(
      'The code',
      ' is ',
      '7314',
      '. ',
      ', ',
      ' and ',
      '"',
      'Ilse ',
      '😀',
      '\ud83d',
      'a@b.co',
      '/x/y',
      '\n',
      '密码',
      '; ',
      'x'.repeat(300),
      '1 ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        for (const { value, clause } of user(pieces.join(''))) {
          expect(clause).toContain(value);
          expect(clause.isWellFormed()).toBe(true);
          expect(clause.length).toBeLessThan(600);
        }
      }),
    );
  });
});
