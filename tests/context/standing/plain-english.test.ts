import { describe, expect, test } from 'vitest';
import { plainEnglish } from '../../../context/standing/plain-english.js';

describe('plainEnglish', () => {
  test.each([
    ['pls dont call me, u know why', "please don't call me, you know why"],
    ['alwyas, alway, allways', 'always, always, always'],
    ['nevr whenver', 'never whenever'],
    ['from now onn', 'from now on'],
    ['its ok', "it's okay"],
    ['id rather walk', "i'd rather walk"],
  ])('%s -> %s', (typed, plain) => {
    expect(plainEnglish(typed)).toBe(plain);
  });

  test.each(['He prefers the newer replay.', 'I rely on its colour.', 'the constructor id', 'Ada and Nils'])(
    '%s -> unchanged',
    (text) => {
      expect(plainEnglish(text)).toBe(text);
    },
  );
});
