import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composeSummary } from '../../../context/summary/compose-summary.js';
import { extractFacts } from '../../../context/summary/extract-facts.js';
import type { Fact } from '../../../context/summary/fact.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { propertyRuns } from '../../setup/property-runs.js';
import { assistantChatter, seeded, userChatter, VOCABULARIES } from './chatter.js';

const countText = (text: string): number => countTextTokens(text);
const words = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;
const fact = (over: Partial<Fact>): Fact => ({
  seq: 1,
  ordinal: 0,
  value: '7314',
  clause: 'gate code is 7314',
  ...over,
});

describe('composeSummary', () => {
  test('fact in the text -> not attached again', () => {
    const text = '[Topic: House] The gate code is 7314.';
    expect(composeSummary({ text, budget: 50, facts: [fact({})], countText: words })).toEqual({
      text,
      tokens: 7,
      checked: 1,
      missing: [],
      attached: [],
      unattached: [],
    });
  });

  test.each([
    ['thousands separators', 'The rent is 1,450 EUR', '1450 EUR'],
    ['case and white space', 'Call\nILSE  KERN', 'Ilse Kern'],
    ['typographic quotes', 'She is “Ilse”', '"Ilse"'],
  ])('value written otherwise: %s -> not missing', (_name, text, value) => {
    const facts = [fact({ value, clause: `clause with ${value}` })];
    expect(composeSummary({ text, budget: 50, facts, countText: words }).missing).toEqual([]);
  });

  test('value only inside a longer number -> missing and attached', () => {
    const composed = composeSummary({
      text: 'Code 73140 and 7314.5',
      budget: 50,
      facts: [fact({})],
      countText: words,
    });
    expect(composed.text).toBe('Code 73140 and 7314.5\n[Topic: Facts] gate code is 7314');
    expect(composed.attached).toHaveLength(1);
  });

  test('section of facts in the text -> merged, not duplicated, its own entries stay', () => {
    const text = '[Topic: A] prose\n[Topic: Facts] the dog likes rain; gate code: 7314';
    const composed = composeSummary({ text, budget: 50, facts: [fact({})], countText: words });
    expect(composed.text).toBe('[Topic: A] prose\n[Topic: Facts] gate code is 7314; the dog likes rain');
  });

  test('not enough room -> lasting facts before passing ones, the rest is returned', () => {
    const passing = fact({ seq: 9, value: '30', clause: 'I read 30 pages yesterday' });
    const composed = composeSummary({ text: '', budget: 10, facts: [passing, fact({})], countText: words });
    expect(composed.text).toBe('[Topic: Facts] gate code is 7314');
    expect(composed.unattached).toEqual([passing]);
  });

  test('prose fills the budget -> topics are removed from the end to make room for a lasting fact', () => {
    const text = '[Topic: A] one two three\n[Topic: B] four five six';
    const composed = composeSummary({ text, budget: 13, facts: [fact({})], countText: words });
    expect(composed.text).toBe('[Topic: A] one two three\n[Topic: Facts] gate code is 7314');
  });

  test('prose without topics over the budget -> cut, never over', () => {
    const text = 'word '.repeat(500);
    const composed = composeSummary({ text, budget: 60, facts: [fact({})], countText: words });
    expect(composed.tokens).toBeLessThanOrEqual(60);
    expect(composed.text).toContain('gate code is 7314');
  });

  test('a first topic longer than its share -> as much of it as the facts leave room for', () => {
    const text = `[Topic: A] ${'word '.repeat(500)}`;
    const composed = composeSummary({ text, budget: 100, facts: [fact({})], countText: words });
    expect(composed.text).toContain('gate code is 7314');
    expect(composed.tokens).toBeGreaterThan(90);
    expect(composed.tokens).toBeLessThanOrEqual(100);
  });

  test('facts that a user mentioned in passing -> half of the budget before prose, and the rest after it', () => {
    const facts = Array.from({ length: 30 }, (_, at) =>
      fact({ seq: at, value: `${200 + at}`, clause: `ran ${200 + at} km`, weight: 2 }),
    );
    const topics = Array.from(
      { length: 10 },
      (_, at) => `[Topic: ${at}] one two three four five six seven eight`,
    );
    const composed = composeSummary({ text: topics.join('\n'), budget: 100, facts, countText: words });
    const [prose = '', list = ''] = composed.text.split('[Topic: Facts]');
    expect(words(prose)).toBe(40);
    expect(words(list)).toBeGreaterThanOrEqual(48);
  });

  test("any long answers full of numbers and definitions -> a user's facts stay within 800 tokens", () => {
    const number = fc.integer({ min: 10, max: 99_999_999 });
    const sentence = fc.tuple(
      fc.constantFrom(
        'The default port of the server is',
        'Remember: your limit must be',
        'The version is v1.',
        'The price of the contract is €',
        'My phone number is +49 170 ',
        '- **Step**: the id of the account is KX-',
        '```\nport =',
      ),
      number,
    );
    const answer = fc
      .array(sentence, { minLength: 20, maxLength: 40 })
      .map((all) =>
        all
          .map(([said, value]) => `${said}${said.endsWith('is') || said.endsWith('=') ? ' ' : ''}${value}.`)
          .join('\n'),
      );
    const stated = fc.constantFrom(
      ['My landlord is called Ilse Kern.', 'Ilse Kern'],
      ['The gate code is 7314.', '7314'],
      ['I moved into flat 12b in March.', '12b'],
      ['Our wedding anniversary is on 14 March.', '14 March'],
      ['I pay 31 euros a month for the gym.', '31 euros'],
    );
    const chat = fc.tuple(stated, fc.array(answer, { minLength: 12, maxLength: 20 }), fc.nat(19));
    fc.assert(
      fc.property(chat, ([[said = '', value = ''], answers, at]) => {
        const place = at % answers.length;
        const facts = answers.flatMap((text, turn) => [
          ...extractFacts({ seq: 2 * turn + 1, role: 'user', text: turn === place ? said : 'Go on.' }),
          ...extractFacts({ seq: 2 * turn + 2, role: 'assistant', text }),
        ]);
        const kept = facts.toSorted((one, other) => (other.weight ?? 0) - (one.weight ?? 0)).slice(0, 256);
        const composed = composeSummary({ text: answers.join('\n'), budget: 800, facts: kept, countText });
        expect(composed.tokens).toBeLessThanOrEqual(800);
        expect(composed.text).toContain(value);
      }),
      { numRuns: propertyRuns(20, 400), endOnFailure: true },
    );
  });

  for (const vocabulary of Object.keys(VOCABULARIES)) {
    for (let seed = 1; seed <= propertyRuns(1, 6); seed += 1) {
      test(`60 facts in 300 turns, vocabulary ${vocabulary}, seed ${seed} -> at least 57 in 800 tokens`, () => {
        for (const withWeight of [true, false]) {
          const run = longChat({ vocabulary, seed, withWeight });
          const lost = run.values.filter((value) => !run.text.includes(value));
          expect({ vocabulary, seed, withWeight, lost: lost.length > 3 ? lost : [] }).toEqual({
            vocabulary,
            seed,
            withWeight,
            lost: [],
          });
          expect(countText(run.text)).toBeLessThanOrEqual(800);
          expect(run.isStable).toBe(true);
        }
      });
    }
  }
});

function longChat({
  vocabulary,
  seed,
  withWeight,
}: {
  vocabulary: string;
  seed: number;
  withWeight: boolean;
}) {
  const random = seeded(seed * 7_919 + vocabulary.length);
  const templates = VOCABULARIES[vocabulary]!;
  const values: string[] = [];
  const messages: { role: 'user' | 'assistant'; text: string }[] = [];
  for (let turn = 0; turn < 300; turn += 1) {
    const chatter = userChatter(random);
    let text = chatter;
    if (turn % 5 === 2) {
      const planted = templates[values.length % templates.length]!(random, values.length);
      values.push(planted.value);
      text = random() < 0.5 ? planted.text : `${chatter} ${planted.text}`;
    }
    messages.push({ role: 'user', text }, { role: 'assistant', text: assistantChatter(random) });
  }
  let summary = '';
  let isStable = true;
  const ledger: Fact[] = [];
  for (let from = 0; from < messages.length; from += 10) {
    const fold = messages.slice(from, from + 10);
    for (const [index, { role, text }] of fold.entries()) {
      const facts = extractFacts({ seq: from + index + 1, role, text });
      ledger.push(...facts.map(({ weight, ...rest }) => (withWeight ? { ...rest, weight } : rest)));
    }
    const text = forgetful(
      `${summary}\n[Topic: Chat ${from}] ${fold.map((message) => message.text).join(' ')}`,
      random,
    );
    const composed = composeSummary({ text, budget: 800, facts: ledger, countText });
    summary = composed.text;
    const again = composeSummary({ text: summary, budget: 800, facts: ledger, countText });
    isStable &&= again.text === summary;
  }
  return { text: summary, values, isStable };
}

function forgetful(text: string, random: () => number): string {
  return text
    .split('\n')
    .filter(() => random() > 0.25)
    .map((line) =>
      random() < 0.3
        ? line.replace(/\d{3,}/g, (digits) => `${digits.slice(0, 1)}${'0'.repeat(digits.length - 1)}`)
        : line,
    )
    .map((line) => (random() < 0.3 ? line.replace('Ilse', 'Elsa').replace('warehouse', 'depot') : line))
    .join('\n');
}
