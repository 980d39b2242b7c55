import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { artifactName } from '../../../context/results/artifact-name.js';
import { pointerText, shortPointer } from '../../../context/results/pointer.js';
import { READER_TOOLS } from '../../../context/results/reader-tools.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { longText } from './texts.js';

const POINTER = {
  name: 'search-3.2.txt',
  tokens: 40_000,
  limit: 19_200,
  text: `BEGIN${'lorem ipsum '.repeat(10_000)}END`,
  access: 'readable' as const,
  isError: false,
  countText: countTextTokens,
};

describe('pointerText', () => {
  test('H10: a large text -> sizes, name, how to read it, and at most 2 x M characters with head and tail', () => {
    const pointer = pointerText(POINTER);
    expect(pointer).toMatch(
      /^Too large: 40000 of 19200 tokens; stored as artifact:search-3\.2\.txt; read it with /,
    );
    expect(pointer).toContain('read_artifact, read_artifact_lines or search_artifact');
    expect(pointer).toMatch(/\n\nBEGINlorem[^]*\[… \d+ characters left out …\][^]*END$/);
    expect(pointer.length).toBeLessThanOrEqual(38_400);
    expect(pointer.length).toBeGreaterThan(30_000);
  });

  test('H11: the least limit -> within it', () => {
    const pointer = pointerText({ ...POINTER, limit: 256 });
    expect(countTextTokens(pointer)).toBeLessThanOrEqual(256);
    expect(pointer.length).toBeLessThanOrEqual(512);
    expect(pointer).toContain('artifact:search-3.2.txt');
  });

  test('an error -> its message first', () => {
    const text = `HTTP 500: the index is corrupt. ${'stack frame '.repeat(1_000)}`;
    const pointer = pointerText({ ...POINTER, limit: 256, text, isError: true });
    expect(pointer).toMatch(/^HTTP 500: the index is corrupt\. /);
    expect(pointer).toContain('Too large: 40000 of 256 tokens; stored as artifact:search-3.2.txt');
    expect(countTextTokens(pointer)).toBeLessThanOrEqual(256);
  });

  test('an error of a tool with the longest name, in the least limit -> its gist stays', () => {
    const name = artifactName({ tool: '_-'.repeat(32), step: 999, ordinal: 999, part: 0, extension: 'txt' });
    const text = '出错了：磁盘已满。'.repeat(500);
    const pointer = pointerText({ ...POINTER, name, limit: 256, text, isError: true });
    expect(pointer).toMatch(/^出错了：磁盘已满。/);
    expect(pointer).toContain(name);
    expect(countTextTokens(pointer)).toBeLessThanOrEqual(256);
  });

  test('H19: two pictures -> named', () => {
    const pictures = ['search-3.2_img0.png', 'search-3.2_img2.png'];
    const pointer = pointerText({ ...POINTER, pictures });
    expect(pointer).toContain(
      'its pictures, stored: artifact:search-3.2_img0.png, artifact:search-3.2_img2.png.',
    );
  });

  test('only pictures -> mentions no text', () => {
    const { name: _name, text: _text, ...rest } = POINTER;
    const pointer = pointerText({ ...rest, pictures: ['search-3.2_img0.png'] });
    expect(pointer).toBe(
      'Too large: 40000 of 19200 tokens; it has no text; its pictures, stored: artifact:search-3.2_img0.png.',
    );
  });

  test('100 pictures in the least limit -> some named, the others counted', () => {
    const pictures = Array.from({ length: 100 }, (_, index) =>
      artifactName({ tool: 'camera', step: 1, ordinal: 1, part: index + 1, extension: 'png' }),
    );
    const pointer = pointerText({ ...POINTER, limit: 256, pictures });
    expect(pointer).toMatch(/artifact:camera-1\.1_img0\.png.* and 9\d more\./s);
    expect(countTextTokens(pointer)).toBeLessThanOrEqual(256);
  });

  test('H14: no tool can read it back -> no name, and as much of its text as fits', () => {
    const pointer = pointerText({ ...POINTER, access: 'stored' });
    expect(pointer).not.toContain('artifact');
    expect(pointer).toMatch(
      /^Too large: 40000 of 19200 tokens; the rest is stored, but no tool of this call reads it\.\n\nBEGIN/,
    );
    expect(pointer).toMatch(/\[… \d+ characters left out …\][^]*END$/);
    expect(countTextTokens(pointer)).toBeLessThanOrEqual(19_200);
    expect(countTextTokens(pointer)).toBeGreaterThan(19_000);
  });

  test('H13: it is stored nowhere -> cut in the same way, with the advice to narrow the query', () => {
    const pointer = pointerText({ ...POINTER, access: 'lost', limit: 256 });
    expect(pointer).toMatch(
      /^Too large: 40000 of 256 tokens; the rest was not stored: narrow the query.*\n\nBEGIN/,
    );
    expect(pointer).toMatch(/END$/);
    expect(countTextTokens(pointer)).toBeLessThanOrEqual(256);
  });

  test('nothing is stored -> cut in the same way, without mentioning a store', () => {
    const pointer = pointerText({ ...POINTER, access: 'cut', limit: 256 });
    expect(pointer).toMatch(/^Too large: 40000 of 256 tokens; the rest does not fit this request\.\n\nBEGIN/);
    expect(pointer).not.toMatch(/stored|tool/);
  });

  test('one of the three readers is available -> only it is named', () => {
    const pointer = pointerText({ ...POINTER, readers: ['read_artifact_lines'] });
    expect(pointer).toContain('read it with read_artifact_lines.');
    expect(pointer).not.toMatch(/read_artifact\b|search_artifact/);
  });

  test('any text, name, pictures and limit -> within the limit, no pair split, the same each time', () => {
    const name = fc
      .tuple(fc.string({ unit: 'binary', maxLength: 300 }), fc.nat(99_999))
      .map(([tool, step]) => artifactName({ tool, step, ordinal: 1, part: 0, extension: 'txt' }));
    fc.assert(
      fc.property(
        longText,
        name,
        fc.nat(100),
        fc.integer({ min: 256, max: 3_000 }),
        fc.boolean(),
        (text, artifact, pictureCount, limit, isError) => {
          const pictures = Array.from({ length: pictureCount }, (_, index) =>
            `${index}${artifact}`.slice(0, 200),
          );
          const input = { ...POINTER, name: artifact, text, pictures, limit, isError, tokens: 123_456_789 };
          const pointer = pointerText(input);
          expect(countTextTokens(pointer)).toBeLessThanOrEqual(limit);
          expect(pointer.isWellFormed()).toBe(true);
          expect(pointer).toContain(`123456789 of ${limit} tokens`);
          expect(pointer).toContain(artifact);
          expect(pointerText(input)).toBe(pointer);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('shortPointer', () => {
  test('an old result -> its size, its name and how to see it again, in few tokens', () => {
    const input = { name: 'search-3.2.txt', tokens: 12_345, tool: 'search', readers: READER_TOOLS };
    const pointer = shortPointer(input);
    expect(pointer).toContain('12345 tokens');
    expect(pointer).toContain('artifact:search-3.2.txt');
    expect(pointer).toContain('read_artifact');
    expect(countTextTokens(pointer)).toBeLessThanOrEqual(60);
    expect(shortPointer(input)).toBe(pointer);
  });

  test('it cannot be read back -> no name', () => {
    const pointer = shortPointer({ name: 'search-3.2.txt', tokens: 9, tool: 'search', readers: [] });
    expect(pointer).not.toContain('artifact');
  });
});
