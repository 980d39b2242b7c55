import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { artifactName, parseArtifactName } from '../../../context/results/artifact-name.js';

const PLACE = { tool: 'search', step: 3, ordinal: 2, part: 0, extension: 'txt' };

describe('artifactName', () => {
  test.each([
    ['text', {}, 'search-3.2.txt'],
    ['data', { extension: 'json' }, 'search-3.2.json'],
    ['the first picture', { part: 1, extension: 'png' }, 'search-3.2_img0.png'],
    ['the third picture', { part: 3, extension: 'PNG' }, 'search-3.2_img2.png'],
    ['H16: a path', { tool: '../../etc/x' }, '______etc_x-3.2.txt'],
    ['a name of nothing usable', { tool: '' }, 'tool-3.2.txt'],
    ['a hostile extension', { extension: '/../sh.é' }, 'search-3.2.sh'],
    ['no extension', { extension: '' }, 'search-3.2.bin'],
  ])('%s -> %s', (_name, more, expected) => {
    expect(artifactName({ ...PLACE, ...more })).toBe(expected);
  });

  test('a step beyond a billion -> found by its name', () => {
    const place = { step: 2_200_000_001, ordinal: 2, part: 0 };
    expect(parseArtifactName(artifactName({ ...PLACE, ...place }))).toEqual(place);
  });

  test('H17: same tool, other step or ordinal -> other names', () => {
    const names = [1, 2, 12].flatMap((step) =>
      [1, 2, 12].map((ordinal) => artifactName({ ...PLACE, step, ordinal })),
    );
    expect(new Set(names).size).toBe(9);
  });

  test('any tool name -> at most 200 safe bytes with its extension, and found again by its place', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 400 }),
        fc.nat(1_000_000),
        fc.nat(1_000_000),
        fc.nat(200),
        (tool, step, ordinal, part) => {
          const name = artifactName({ tool, step, ordinal, part, extension: 'json' });
          expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
          expect(name).toMatch(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_]+\.json$/);
          expect(parseArtifactName(name)).toEqual({ step, ordinal, part });
        },
      ),
    );
  });
});

describe('parseArtifactName', () => {
  test.each([
    '',
    'search',
    'search-3.txt',
    '../search-3.2.txt',
    '/var/lib/search-3.2.txt',
    'search-3.2.txt/..',
    'search-3.2.txt\n',
    'artifact:search-3.2.txt',
    'search-1234567890123.2.txt',
    `${'a'.repeat(200)}-1.1.txt`,
  ])('%j, which is not one of our names -> undefined', (name) => {
    expect(parseArtifactName(name)).toBeUndefined();
  });

  test('a tool whose own name ends in numbers -> the last two are the place', () => {
    expect(parseArtifactName('v-1-3.2.txt')).toEqual({ step: 3, ordinal: 2, part: 0 });
  });
});
