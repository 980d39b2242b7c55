import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readLocalKey } from '../../../cli/serve/local-access.js';

const folder = mkdtempSync(join(tmpdir(), 'threadline-key-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('readLocalKey', () => {
  test('read again -> the same key, for its owner alone, and nothing beside it', () => {
    const file = join(folder, 'data', 'gateway-key');
    const key = readLocalKey(file);
    expect(key).toMatch(/^tl_[\w-]{43}$/);
    expect(readLocalKey(file)).toBe(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(folder, 'data'))).toEqual(['gateway-key']);
  });
});
