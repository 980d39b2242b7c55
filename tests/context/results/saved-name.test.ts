import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { artifactName } from '../../../context/results/artifact-name.js';
import { isSavedName, savedNameProblem } from '../../../context/results/saved-name.js';

describe('isSavedName', () => {
  test.each([
    'report.csv',
    'a',
    '0',
    '_',
    'Q3-2025_final.v2.json',
    'x'.repeat(200),
    'search-3.txt',
    'input.txt',
  ])('%s -> a saved name', (name) => expect(isSavedName(name)).toBe(true));

  test.each([
    '',
    'x'.repeat(201),
    '../report.csv',
    '/etc/passwd',
    'artifact:report.csv',
    'message:1',
    'input',
    '.hidden',
    '-rf',
    'größe.txt',
    'a b',
    'a\n',
    'a\u0000',
    'search-3.2.txt',
    'search-3.2_img0.png',
  ])('%j -> not a saved name', (name) => expect(isSavedName(name)).toBe(false));

  test('any artifact name -> not a saved name', () => {
    const place = { step: fc.nat(999_999), ordinal: fc.nat(999), part: fc.nat(999) };
    const named = fc.record({ ...place, tool: fc.string(), extension: fc.string() });
    fc.assert(fc.property(named, (parts) => !isSavedName(artifactName(parts))));
  });
});

describe('savedNameProblem', () => {
  test.each([
    ['report.csv', undefined],
    [7, 'The name of an artifact must be a string, not number'],
    [undefined, 'The name of an artifact must be a string, not undefined'],
    ['input', "The artifact name 'input' is reserved for results and inputs: use another one"],
    [
      'search-3.2.txt',
      "The artifact name 'search-3.2.txt' is reserved for results and inputs: use another one",
    ],
    [
      'a\nb',
      "The artifact name 'a\\nb' must be 1 to 200 letters, digits, '_', '-' and '.', and begin with a letter",
    ],
  ])('%j -> %s', (name, problem) => {
    if (problem === undefined) expect(savedNameProblem(name)).toBeUndefined();
    else expect(savedNameProblem(name)).toContain(problem);
  });

  test('a huge name -> a short sentence', () =>
    expect(savedNameProblem('ü'.repeat(1_000_000))!.length).toBeLessThan(250));
});
