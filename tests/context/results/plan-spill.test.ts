import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ToolOutput } from '../../../context/message/entries.js';
import { MAX_ARTIFACT_BYTES, planSpill } from '../../../context/results/plan-spill.js';
import { renderOutput } from '../../../context/results/render-output.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { longText } from './texts.js';

const PNG = Buffer.from('\u0089PNG\r\n\u001a\n----', 'latin1');
const CALL = {
  limit: 256,
  tool: 'search',
  step: 3,
  ordinal: 2,
  canStore: true,
  canRead: true,
  countText: countTextTokens,
};

describe('planSpill', () => {
  test.each([
    ['H5: exactly the limit', 256],
    ['H7: less', 3],
  ])('%s -> null: the output stays, and nothing is stored', (_name, tokens) => {
    expect(planSpill({ ...CALL, output: text('x'), tokens })).toBeNull();
  });

  test('one token more -> a pointer of status text, and the text byte for byte', () => {
    const value = `\uFEFFäöü 徽章 😀 \r\n\u0000${'lorem '.repeat(400)}`;
    const plan = planSpill({ ...CALL, output: text(value), tokens: 257 });
    expect(plan?.output).toMatchObject({
      type: 'text',
      value: expect.stringContaining('257 of 256 tokens') as string,
    });
    expect(plan?.artifacts).toEqual([
      {
        part: 0,
        name: 'search-3.2.txt',
        mediaType: 'text/plain; charset=utf-8',
        content: Buffer.from(value, 'utf8'),
        tokens: 257,
      },
    ]);
  });

  test('H8: structured data -> .json that parses to the same', () => {
    const value = { 'a\u0000': ['\ud83d', null, 1e21, { '': '</think>' }], long: 'x '.repeat(600) };
    const plan = planSpill({ ...CALL, output: { type: 'json', value }, tokens: 600 });
    const [artifact] = plan?.artifacts ?? [];
    expect(artifact).toMatchObject({ name: 'search-3.2.json', mediaType: 'application/json' });
    expect(JSON.parse(Buffer.from(artifact!.content).toString('utf8'))).toEqual(value);
    expect(plan?.output.type).toBe('text');
  });

  test.each([
    ['text', { type: 'error-text', value: `Disk full. ${'x '.repeat(600)}` }, 'search-3.2.txt'],
    ['data', { type: 'error-json', value: { reason: `Disk full. ${'x '.repeat(600)}` } }, 'search-3.2.json'],
  ] as [string, ToolOutput, string][])(
    'an oversized error, %s -> stays an error, its gist first',
    (_name, output, name) => {
      const plan = planSpill({ ...CALL, output, tokens: 700 });
      expect(plan?.output.type).toBe('error-text');
      expect(renderOutput(plan!.output)).toMatch(/^(\{"reason":")?Disk full\. /);
      expect(renderOutput(plan!.output)).toContain(`artifact:${name}`);
    },
  );

  test('an oversized denial -> stays a denial', () => {
    const output: ToolOutput = { type: 'execution-denied', reason: 'no '.repeat(600) };
    expect(planSpill({ ...CALL, output, tokens: 600 })?.output.type).toBe('execution-denied');
  });

  test('H19: text and two pictures -> one text and two pictures, listed, removed from the message', () => {
    const plan = planSpill({
      ...CALL,
      output: content([
        { type: 'text', text: 'one' },
        picture(PNG),
        { type: 'text', text: 'two' },
        picture(PNG),
      ]),
      tokens: 9_000,
      countPicture: () => 640,
    });
    expect(plan?.artifacts.map(({ name, mediaType, tokens }) => [name, mediaType, tokens])).toEqual([
      ['search-3.2.txt', 'text/plain; charset=utf-8', countTextTokens('one\ntwo')],
      ['search-3.2_img0.png', 'image/png', 640],
      ['search-3.2_img1.png', 'image/png', 640],
    ]);
    expect(plan?.artifacts.map(({ content: bytes }) => Buffer.from(bytes))).toEqual([
      Buffer.from('one\ntwo'),
      PNG,
      PNG,
    ]);
    expect(plan?.output.type).toBe('text');
    expect(renderOutput(plan!.output)).toContain(
      'artifact:search-3.2_img0.png, artifact:search-3.2_img1.png',
    );
  });

  test.each(['***', '', 'abc=def', 'AAAAA', 'data:image/png;base64,%%%'])(
    'H20: three pictures, the second is %j -> _img0 and _img2',
    (bad) => {
      const output = content([
        picture(PNG),
        { type: 'image-data', data: bad, mediaType: 'image/png' },
        picture(PNG),
      ]);
      const plan = planSpill({ ...CALL, output, tokens: 9_000 });
      expect(plan?.artifacts.map(({ part, name }) => [part, name])).toEqual([
        [1, 'search-3.2_img0.png'],
        [3, 'search-3.2_img2.png'],
      ]);
    },
  );

  test('a data URL, and base64 in lines -> decoded', () => {
    const data = PNG.toString('base64');
    const output = content([
      { type: 'image-data', data: `data:image/png;base64,${data}`, mediaType: 'image/png' },
      { type: 'image-data', data: `${data.slice(0, 4)}\n${data.slice(4)}`, mediaType: 'image/jpeg' },
      { type: 'media', data, mediaType: 'application/x-odd/../sh' },
    ]);
    const plan = planSpill({ ...CALL, output, tokens: 9_000 });
    expect(plan?.artifacts.map(({ name }) => name)).toEqual([
      'search-3.2_img0.png',
      'search-3.2_img1.jpg',
      'search-3.2_img2.bin',
    ]);
    for (const { content: bytes } of plan!.artifacts) expect(Buffer.from(bytes)).toEqual(PNG);
  });

  test('remote pictures -> their addresses are part of the text', () => {
    const output = content([{ type: 'image-url', url: 'https://example.com/a.png' }]);
    expect(planSpill({ ...CALL, output, tokens: 786 })?.artifacts).toMatchObject([
      { name: 'search-3.2.txt', content: Buffer.from('https://example.com/a.png') },
    ]);
  });

  test.each([
    ['H13: storage is off', { canStore: false }, text('x '.repeat(600))],
    ['only broken pictures', {}, content([{ type: 'image-data', data: '*', mediaType: 'image/png' }])],
  ] as [string, object, ToolOutput][])(
    '%s -> nothing is stored, the model is asked to narrow the query, and it is not an error',
    (_name, more, output) => {
      const plan = planSpill({ ...CALL, ...more, output, tokens: 600 });
      expect(plan).toMatchObject({ output: { type: 'text' }, artifacts: [] });
      expect(renderOutput(plan!.output)).toMatch(/600 of 256 tokens.*not stored: narrow the query/);
    },
  );

  test('H13: an error and storage is off -> its gist stays', () => {
    const output: ToolOutput = { type: 'error-text', value: `Disk full. ${'x '.repeat(600)}` };
    const plan = planSpill({ ...CALL, canStore: false, output, tokens: 700 });
    expect(plan).toMatchObject({ output: { type: 'error-text' }, artifacts: [] });
    expect(renderOutput(plan!.output)).toMatch(
      /^Disk full\. [^]*700 of 256 tokens; the rest was not stored: narrow the query/,
    );
  });

  test('H14: no reader tools -> stored, and cut to its beginning and end', () => {
    const output = text(`FIRST ${'x '.repeat(600)}LAST`);
    const plan = planSpill({ ...CALL, canRead: false, output, tokens: 602 });
    expect(plan).toMatchObject({ output: { type: 'text' }, artifacts: [{ name: 'search-3.2.txt' }] });
    expect(renderOutput(plan!.output)).toMatch(
      /no tool of this call reads it\.\n\nFIRST x [^]*left out[^]* x LAST$/,
    );
    expect(countTextTokens(renderOutput(plan!.output))).toBeLessThanOrEqual(256);
  });

  test('more bytes than a row may have -> not stored', () => {
    const plan = planSpill({ ...CALL, output: text('x'.repeat(MAX_ARTIFACT_BYTES + 1)), tokens: 9_000_000 });
    expect(plan).toMatchObject({ output: { type: 'text' }, artifacts: [] });
  });

  test('any oversized output -> within the limit, of its status, and the stored text is the whole', () => {
    const output = fc.oneof(
      longText.map(text),
      longText.map((value): ToolOutput => ({ type: 'error-text', value })),
      fc.jsonValue().map((value) => ({ type: 'json', value }) as ToolOutput),
      fc.jsonValue().map((value) => ({ type: 'error-json', value }) as ToolOutput),
    );
    fc.assert(
      fc.property(output, fc.integer({ min: 256, max: 2_000 }), (whole, limit) => {
        const before = JSON.stringify(whole);
        const plan = planSpill({ ...CALL, limit, output: whole, tokens: limit + 1 });
        expect(JSON.stringify(whole)).toBe(before);
        expect(countTextTokens(renderOutput(plan!.output))).toBeLessThanOrEqual(limit);
        expect(plan!.output.type.startsWith('error')).toBe(whole.type.startsWith('error'));
        if (renderOutput(whole) === '') return;
        const stored = Buffer.from(plan!.artifacts[0]!.content).toString('utf8');
        if (whole.type === 'json' || whole.type === 'error-json')
          expect(JSON.stringify(JSON.parse(stored))).toBe(JSON.stringify(whole.value));
        else expect(stored).toBe(renderOutput(whole));
      }),
      { numRuns: 200 },
    );
  });
});

describe('renderOutput', () => {
  test.each([
    [text('a'), 'a'],
    [{ type: 'json', value: { a: 1 } }, '{"a":1}'],
    [{ type: 'execution-denied' }, ''],
    [content([{ type: 'text', text: 'a' }, picture(PNG), { type: 'text', text: 'b' }]), 'a\nb'],
  ] as [ToolOutput, string][])('%j -> %j', (output, expected) => {
    expect(renderOutput(output)).toBe(expected);
  });
});

type ContentParts = Extract<ToolOutput, { type: 'content' }>['value'];

function text(value: string): ToolOutput {
  return { type: 'text', value };
}

function content(value: ContentParts): ToolOutput {
  return { type: 'content', value };
}

function picture(bytes: Buffer): ContentParts[number] {
  return { type: 'image-data', data: bytes.toString('base64'), mediaType: 'image/png' };
}
