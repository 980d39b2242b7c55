import type { ModelMessage } from 'ai';
import fc from 'fast-check';
import { Tiktoken } from 'js-tiktoken/lite';
import ranks from 'js-tiktoken/ranks/cl100k_base';
import { describe, expect, test } from 'vitest';
import {
  countMessagesTokens,
  countMessageTokens,
  countTextTokens,
  MESSAGE_OVERHEAD_TOKENS,
  warmUp,
} from '../../models/count-tokens.js';

const reference = new Tiktoken(ranks);
const count = (content: unknown, role = 'user') =>
  countMessageTokens({ role, content } as ModelMessage) - MESSAGE_OVERHEAD_TOKENS;

const SCRIPTS = {
  latin:
    "The quick brown fox doesn't jump; it's 3.14159 metres away!\n\n\tNaïve façade, Zażółć gęślą jaźń — “quotes”…",
  cyrillic: 'Съешь ещё этих мягких французских булок, да выпей чаю. Привет, мир!',
  han: '我们每周五部署。徽章号码是7741，请记住。繁體字也一樣。',
  japanese: 'バッジ番号は7741です。カタカナとひらがな、漢字も。',
  arabic: 'رقم شارتي هو ٧٧٤١. مرحبا بالعالم',
  devanagari: 'मेरा बैज नंबर ७७४१ है। नमस्ते दुनिया',
  emoji: '👩‍👩‍👧‍👦 🇩🇪 😀😀 ok 👍🏽',
  code: 'const x = { "a": [1, 2, 3], b: () => `${y}` };\r\n  if (x?.a) {\n\t\treturn;\n  }\n',
};

describe('countTextTokens', () => {
  test.each([
    ['P10', '', 0],
    ['P10', 'Hello', 1],
    ['P10', 'Hello world', 2],
    ['P10', 'tiktoken is great!', 6],
    ['P11', 'You are a helpful assistant.', 6],
    ['P13', 'a'.repeat(1_000), 125],
    ['P13', 'word '.repeat(1_000), 1_001],
    ['P14', '<|endoftext|>', 7],
    ['P16', '\ud83d', 1],
  ])('%s: %j -> %d', (_case, text, tokens) => {
    expect(countTextTokens(text)).toBe(tokens);
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
      { numRuns: 300 },
    );
  });

  test.each([
    ['one letter', 'a'.repeat(1_000_000)],
    ['random letters', random(1_000_000, 97, 26)],
    ['random Han letters', random(1_000_000, 0x4e00, 6_000)],
    ['emoji', '😀😁🤣'.repeat(170_000)],
    ['lone surrogates', '\ud83d'.repeat(1_000_000)],
    ['spaces', ' '.repeat(1_000_000)],
    ['line breaks', '\n'.repeat(1_000_000)],
    ['exclamation marks', '!'.repeat(1_000_000)],
  ])(
    'H25: a million units of %s without a break -> well under the second that a plain merge would miss',
    (_name, text) => {
      warmUp();
      const started = performance.now();
      expect(countTextTokens(text)).toBeGreaterThan(1_000);
      expect(performance.now() - started).toBeLessThan(2_500); // 10-600 ms on an idle machine
    },
  );

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
      { numRuns: 150 },
    );
  });
});

describe('countMessageTokens', () => {
  test('P17: list content -> the sum of its text parts', () => {
    const content = [
      { type: 'text', text: 'Hello' },
      { type: 'text', text: 'Hello world' },
    ];
    expect(count(content)).toBe(3);
  });

  test('P19: an assistant message with only a tool call -> name and arguments', () => {
    const input = { city: 'Paris', unit: 'celsius' };
    const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'get_weather', input };
    expect(count([call], 'assistant')).toBe(2 + countTextTokens(JSON.stringify(input)));
  });

  test('P20: a tool message -> counted like text', () => {
    const output = { type: 'text', value: 'You are a helpful assistant.' };
    expect(count([{ type: 'tool-result', toolCallId: 'c1', toolName: 't', output }], 'tool')).toBe(6);
  });

  test('a tool result of parts -> texts as text, pictures by size', () => {
    const value = [
      { type: 'text', text: 'Hello' },
      { type: 'image-data', data: png(300, 400).toString('base64'), mediaType: 'image/png' },
      { type: 'image-url', url: 'https://example.com/a.png' },
    ];
    const part = { type: 'tool-result', toolCallId: 'c', toolName: 't', output: { type: 'content', value } };
    expect(count([part], 'tool')).toBe(1 + 160 + 786);
  });

  test.each([
    ['H50: 100 x 200', png(100, 200), 26],
    ['H50: 300 x 400', png(300, 400), 160],
    ['H50: 800 x 600', png(800, 600), 640],
    ['base64', png(800, 600).toString('base64'), 640],
    ['a data URL', `data:image/png;base64,${png(300, 400).toString('base64')}`, 160],
    ['a remote URL', new URL('https://example.com/a.png'), 786],
    ['a remote URL as text', 'https://example.com/a.png', 786],
    ['something unknown', Buffer.from('no picture'), 786],
    ['no source', '', 1_600],
    ['no source', undefined, 1_600],
  ])('picture, %s -> %#', (_name, image, tokens) => {
    expect(count([{ type: 'image', image }])).toBe(tokens);
  });

  test.each([
    ['GIF', gif(300, 400)],
    ['JPEG behind a preview', jpeg(300, 400)],
    ['WebP, lossy', webp('VP8 ', 300, 400)],
    ['WebP, lossless', webp('VP8L', 300, 400)],
    ['WebP, extended', webp('VP8X', 300, 400)],
  ])('picture in %s -> its size is read', (_name, bytes) => {
    expect(count([{ type: 'image', image: bytes }])).toBe(160);
    expect(count([{ type: 'file', mediaType: 'image/*', data: bytes.toString('base64') }])).toBe(160);
  });

  test('H52: thinking and reasoning of the same text -> counted once', () => {
    const both = [
      { type: 'thinking', thinking: 'You are a helpful assistant.' },
      { type: 'reasoning', text: 'You are a helpful assistant.' },
    ];
    expect(count(both, 'assistant')).toBe(6);
  });

  test.each([
    undefined,
    null,
    5,
    [],
    [null],
    ['Hello'],
    [{}],
    [{ type: 'odd', x: 1 }],
    [{ type: 'tool-result' }],
  ])('stored content %j -> counted without throwing', (content) => {
    expect(count(content)).toBeGreaterThanOrEqual(0);
  });

  test('P22: a list -> the sum of its messages', () => {
    const messages: ModelMessage[] = [
      { role: 'system', content: 'You are a helpful assistant.' },
      { role: 'user', content: 'Hello' },
    ];
    expect(countMessagesTokens(messages)).toBe(
      countMessageTokens(messages[0]!) + countMessageTokens(messages[1]!),
    );
    expect(countMessagesTokens([])).toBe(0);
  });
});

function random(length: number, first: number, span: number): string {
  const units = new Uint16Array(length);
  let state = 1;
  for (let index = 0; index < length; index += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    units[index] = first + ((state >>> 8) % span);
  }
  return Buffer.from(units.buffer).toString('utf16le');
}

function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  bytes.write('\u0089PNG\r\n\u001a\n', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

function gif(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.write('GIF89a', 'latin1');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
}

function jpeg(width: number, height: number): Buffer {
  const preview = Buffer.alloc(60_000);
  preview.writeUInt16BE(0xffe1, 0);
  preview.writeUInt16BE(59_998, 2);
  const frame = Buffer.from([
    0xff,
    0xc2,
    0,
    17,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    3,
    0,
    0,
  ]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), preview, frame]);
}

function webp(form: string, width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40);
  bytes.write(`RIFF    WEBP${form}`, 'latin1');
  if (form === 'VP8 ') {
    bytes.writeUInt16LE(width, 26);
    bytes.writeUInt16LE(height, 28);
  } else if (form === 'VP8L') {
    bytes.writeUInt32LE((width - 1) | ((height - 1) << 14), 21);
  } else {
    bytes.writeUIntLE(width - 1, 24, 3);
    bytes.writeUIntLE(height - 1, 27, 3);
  }
  return bytes;
}
