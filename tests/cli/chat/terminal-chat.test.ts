import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { loadInputHistory, saveInputHistory } from '../../../cli/chat/terminal-chat.js';

const folder = mkdtempSync(join(tmpdir(), 'threadline history '));
afterAll(() => rmSync(folder, { recursive: true }));

describe('saveInputHistory', () => {
  test('newest first -> read back newest first, the file oldest first and its owner’s alone', () => {
    const file = join(folder, 'chat-history');
    saveInputHistory(file, ['two', 'one']);
    expect(loadInputHistory(file)).toEqual(['two', 'one']);
    expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
  test('no data folder -> nothing is made', () => {
    saveInputHistory(join(folder, 'missing', 'chat-history'), ['one']);
    expect(loadInputHistory(join(folder, 'missing', 'chat-history'))).toEqual([]);
  });
  test('more lines than are kept -> the newest', () => {
    const file = join(folder, 'long');
    saveInputHistory(
      file,
      Array.from({ length: 600 }, (_, index) => `line ${index}`),
    );
    expect(loadInputHistory(file)).toHaveLength(500);
    expect(loadInputHistory(file)[0]).toBe('line 0');
  });
});
