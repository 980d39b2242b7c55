import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../../servers/make-folder.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'threadline-folder-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('makeFolder', () => {
  test('several missing folders, again -> created for their owner, and left unchanged', () => {
    const deep = join(folder, 'a/b/c');
    makeFolder(deep, 0o700);
    makeFolder(deep, 0o755);
    expect(statSync(deep).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'a')).mode & 0o777).toBe(0o700);
  });

  test('a file in its place, or above it -> an error that names it', () => {
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => makeFolder(file)).toThrow(expect.objectContaining({ code: 'EEXIST', path: file }));
    expect(() => makeFolder(join(file, 'below'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
  });

  test.runIf(process.platform === 'linux')('where the system forbids it -> its error at once', () => {
    expect(() => makeFolder('/proc/threadline/data')).toThrow(
      expect.objectContaining({ code: 'ENOENT', path: '/proc/threadline' }),
    );
  });
});
