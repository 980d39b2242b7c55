import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

describe('threadline in a clone', () => {
  test.each([
    ['dev', /^Loading Threadline\nUnknown option/],
    ['ask', /^Unknown option/],
  ])('%s -> prints that it loads only if it is dev, first and not on standard output', (command, printed) => {
    const words = ['bin/threadline.js', command, '--nosuch'];
    const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect(stdout).toBe('');
    expect(stderr).toMatch(printed);
  });
});
