import { join, normalize } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { roundFileNames } from '../../../trajectory/rounds/round-file-names.js';

describe('roundFileNames', () => {
  test.each([
    ['agent', 'agent'],
    ['writer/3', 'writer%2F3'],
    ['..', '%2E%2E'],
    ['../../etc/passwd', '%2E%2E%2F%2E%2E%2Fetc%2Fpasswd'],
    ['a\u0000b', 'a%00b'],
    ['C:\\x', 'C%3A%5Cx'],
    ['a~b*', 'a%7Eb%2A'],
    ['', ''],
  ])('sub-agent %j -> Sub%s', (subAgent, name) => {
    expect(roundFileNames({ round: 2, subAgent })).toEqual({
      graph: `Run2_Sub${name}.json`,
      meta: `Run2_Sub${name}.meta.json`,
    });
  });

  test.each(['x'.repeat(161), '😀'.repeat(40), '\ud800'])(
    'name that does not fit %j -> cut, with a hash',
    (subAgent) => {
      expect(roundFileNames({ round: 2, subAgent }).graph).toMatch(/^Run2_Sub[\w%-]*~[\w-]{22}\.json$/);
    },
  );

  test('any two names -> two files in the same folder, at most 200 bytes', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({
        unit: fc.constantFrom('.', '/', '\\', '%', '~', 'a', '\ud800', '\udc00', '\u0000', 'é', '😀'),
        maxLength: 300,
      }),
    );
    fc.assert(
      fc.property(name, name, fc.nat(), (one, other, round) => {
        const { graph, meta } = roundFileNames({ round, subAgent: one });
        for (const file of [graph, meta]) {
          expect(file).toMatch(/^Run\d+_Sub[\w%~-]*\.(meta\.)?json$/);
          expect(normalize(join('/folder', file))).toBe(`/folder/${file}`);
          expect(Buffer.byteLength(file)).toBeLessThanOrEqual(200);
        }
        if (one !== other) expect(roundFileNames({ round, subAgent: other }).graph).not.toBe(graph);
      }),
    );
  });

  test.each([-1, 1.5, '../x' as unknown as number])('round %j -> an error', (round) => {
    expect(() => roundFileNames({ round, subAgent: 'a' })).toThrow('of a trajectory is invalid');
  });
});
