import fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import ranks from 'js-tiktoken/ranks/cl100k_base';
import { describe, expect, test } from 'vitest';
import { countTextTokens, endOfPiece } from '../../../models/counting/tokenizer.js';
import { propertyRuns } from '../../setup/property-runs.js';

const reference = new Tiktoken(ranks);

const SCRIPTS = {
  latin:
    "The quick brown fox doesn't jump; it's 3.14159 metres away!\n\n\tNaïve façade, Zażółć gęślą jaźń — “quotes”…",
  cyrillic: 'Съешь ещё этих мягких французских булок, да выпей чаю. Привет, мир!',
  greek: 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία. Ο αριθμός μου είναι 7741· θυμήσου τον!',
  han: '我们每周五部署。徽章号码是7741，请记住。繁體字也一樣。',
  japanese: 'バッジ番号は7741です。カタカナとひらがな、漢字も。',
  korean: '제 배지 번호는 7741입니다. 매주 금요일에 배포합니다!',
  arabic: 'رقم شارتي هو ٧٧٤١. مرحبا بالعالم',
  devanagari: 'मेरा बैज नंबर ७७४१ है। नमस्ते दुनिया',
  emoji: '👩‍👩‍👧‍👦 🇩🇪 😀😀 ok 👍🏽',
  hebrew: 'מספר התג שלי הוא 7741, בבקשה תזכור. שלום עולם!',
  thai: 'หมายเลขบัตรของฉันคือ ๗๗๔๑ กรุณาจำไว้',
  json: JSON.stringify(
    { id: 7741, tags: ['a-b', 'ü'], price: -1.5e-7, nested: [{ ok: true, no: null }] },
    null,
    2,
  ),
  code: 'const x = { "a": [1, 2, 3], b: () => `${y}` };\r\n  if (x?.a) {\n\t\treturn;\n  }\n',
};

const CHARACTERS = [
  ..."aSsrRevlLtd'é中ſ7٣²½ \t\n\r\u00a0\u2028\u3000!.-“é😀𝒳\u0000\u001c\u0085\ufeff\u0301\ufffd",
];

describe('countTextTokens', () => {
  test.each([
    ['P10', '', 0],
    ['P10', 'Hello', 1],
    ['P10', 'Hello world', 2],
    ['P10', 'tiktoken is great!', 6],
    ['P11', 'You are a helpful assistant.', 6],
    ['P14', '<|endoftext|>', 7],
    ['P16', '\ud83d', 1],
  ])('%s: %j -> %d', (_case, text, tokens) => {
    expect(countTextTokens(text)).toBe(tokens);
  });

  test('P13: a thousand letters, a thousand words -> counted whole', () => {
    expect(countTextTokens('a'.repeat(1_000))).toBe(125);
    expect(countTextTokens('word '.repeat(1_000))).toBe(1_001);
  });

  test.each([
    ['null', null, 0],
    ['undefined', undefined, 0],
    ['a number', 7741, 2],
    ['NUL', '\u0000', 1],
    ['an object', { city: 'Paris' }, countTextTokens('{"city":"Paris"}')],
    ['a symbol', Symbol('x'), countTextTokens('Symbol(x)')],
  ])('%s -> counted without throwing', (_name, value, tokens) => {
    expect(countTextTokens(value)).toBe(tokens);
  });

  test('a circular object -> 0, not an error', () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    expect(countTextTokens(circular)).toBe(0);
  });

  test.each(Object.entries(SCRIPTS))('text in %s -> same as js-tiktoken', (_script, text) => {
    expect(countTextTokens(text)).toBe(reference.encode(text, [], []).length);
  });

  test('any mix of scripts, specials and white space -> same as js-tiktoken', () => {
    const word = fc.constantFrom(
      ...Object.values(SCRIPTS).flatMap((text) => text.split(/(?<=\s)/)),
      ...[
        '<|endoftext|>',
        '<|im_start|>',
        '  ',
        '\n\n',
        "'ll",
        "I'VE",
        '123456',
        '\ud83d',
        '\u0000',
        '!!!',
        ' \t \n',
      ],
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(word, fc.string({ unit: 'binary', maxLength: 12 })), { maxLength: 25 }),
        (words) => {
          const text = words.join('');
          expect(countTextTokens(text)).toBe(reference.encode(text, [], []).length);
        },
      ),
      { numRuns: propertyRuns(40, 150) },
    );
  });

  test('any ordinary text of words of up to 64 letters -> same as js-tiktoken', () => {
    const letters = [
      'etaoinshrdluETAS',
      'éüßçñøåž',
      'оеаинтсрвлкм',
      'αβγδεζηθικλ',
      'ابتثجحخد',
      'कखगघङचछ',
      '我们每周五部署',
      'ありがとう가나다',
    ];
    const words = letters.map((alphabet) =>
      fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 64 }),
    );
    const between = fc.constantFrom(
      ' ',
      ' ',
      ' ',
      ', ',
      '. ',
      '\n',
      '\r\n\r\n',
      '  ',
      '\t',
      '-',
      '’s ',
      "'s ",
      ' (',
      ') ',
      ': "',
      '7741',
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.oneof(...words), between), { maxLength: 30 }), (parts) => {
        const text = parts.flat().join('');
        expect(countTextTokens(text)).toBe(reference.encode(text, [], []).length);
      }),
      { numRuns: propertyRuns(25, 100) },
    );
  });

  test.each([
    ['one letter', 'a'],
    ['two letters', 'ab'],
    ['a Han letter', '的'],
    ['emoji', '😀😁'],
    ['lone surrogates', '\ud83d'],
    ['spaces', ' '],
    ['spaces that do not break', '\u00a0'],
    ['line breaks', '\n'],
    ['exclamation marks', '!'],
  ])(
    'H25: a million units of %s without a break -> as many tokens as its cuts of 256 have',
    (_name, unit) => {
      const cut = unit.repeat(256 / unit.length);
      expect(countTextTokens(cut.repeat(4_000))).toBe(4_000 * reference.encode(cut, [], []).length);
    },
  );

  test.each([
    ['letters', random(2_000, 97, 26)],
    ['Han letters', random(1_000, 0x4e00, 6_000)],
  ])('an unbroken run of random %s -> as many tokens as its cuts of 256 have', (_name, text) => {
    const cuts = text.match(/.{1,256}/gu) ?? [];
    const expected = cuts.reduce((sum, cut) => sum + reference.encode(cut, [], []).length, 0);
    expect(countTextTokens(text)).toBe(expected);
  });

  test('twenty million letters beyond ASCII without a break -> counted without throwing', () => {
    expect(countTextTokens('я'.repeat(20_000_000))).toBe(20_000_000);
  });

  test('a long run of pairs that begins at an odd place -> cut between pairs, at 255 units', () => {
    const plain = (text: string) => reference.encode(text, [], []).length;
    const expected = plain('!' + '𠀀'.repeat(127)) + plain('𠀀'.repeat(73));
    expect(countTextTokens('!' + '𠀀'.repeat(200))).toBe(expected);
  });

  test('any long word of any letters -> merged in the same order as js-tiktoken', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'etaoinshrdlucmETé中яя'),
      minLength: 40,
      maxLength: 120,
    });
    fc.assert(
      fc.property(letters, (text) => {
        expect(countTextTokens(text)).toBe(reference.encode(text, [], []).length);
      }),
      { numRuns: propertyRuns(40, 150) },
    );
  });
});

describe('endOfPiece', () => {
  test('every text of three characters -> split like the pattern', () => {
    const differing = CHARACTERS.flatMap((first) =>
      CHARACTERS.flatMap((second) => CHARACTERS.map((third) => first + second + third)),
    ).filter((text) => byHand(text).join('|') !== byPattern(text).join('|'));
    expect(differing).toEqual([]);
  });

  test('any text -> split like the pattern', () => {
    const characters = fc.oneof(
      fc.constantFrom(...CHARACTERS),
      fc.constantFrom("'ll", "'VE", ' ', '  ', '\r\n', 'word', '12345', '!!'),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(characters, { maxLength: 40 }), (parts) => {
        const text = parts.join('').toWellFormed();
        expect(byHand(text)).toEqual(byPattern(text));
      }),
      { numRuns: propertyRuns(200, 500) },
    );
  });

  test('every assigned letter, digit and mark of the first four planes -> split like the pattern', () => {
    for (const [first, last] of [
      [0, 0xd7ff],
      [0xe000, 0x3ffff],
    ] as const) {
      const codes = Array.from({ length: last - first + 1 }, (_, index) =>
        String.fromCodePoint(first + index),
      );
      const text = codes.map((code) => `a${code}1${code}.${code} `).join('');
      expect(byHand(text).join('\u0001') === byPattern(text).join('\u0001')).toBe(true);
    }
  });
});

const pattern = new RegExp(ranks.pat_str, 'ug');

function byPattern(text: string): string[] {
  return text.match(pattern) ?? [];
}

function byHand(text: string): string[] {
  const bytes = Buffer.concat([Buffer.from(text), Buffer.of(0xff)]);
  const pieces: string[] = [];
  for (let [from, to] = [0, 0]; from < bytes.length - 1; from = to) {
    to = endOfPiece(bytes, from);
    pieces.push(bytes.toString('utf8', from, to));
  }
  return pieces;
}

function random(length: number, first: number, span: number): string {
  const units = new Uint16Array(length);
  let state = 1;
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    units[index] = first + ((state >>> 8) % span);
  }
  return Buffer.from(units.buffer).toString('utf16le');
}
