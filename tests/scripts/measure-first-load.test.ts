import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, describe, onTestFinished, test } from 'vitest';
import { measureFirstLoad } from '../../scripts/build-studio/build-studio.js';

describe('measureFirstLoad', () => {
  test('a page with a script, a style and a part that is loaded later -> the first three, compressed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'threadline-studio-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'assets'));
    const script = randomBytes(5_000);
    writeFileSync(join(folder, 'assets', 'a.js'), script);
    writeFileSync(join(folder, 'assets', 'a.css'), ' '.repeat(100_000));
    writeFileSync(join(folder, 'assets', 'later.js'), randomBytes(50_000));
    writeFileSync(
      join(folder, 'index.html'),
      '<script src="/studio/assets/a.js"></script><link href="/studio/assets/a.css"><link href="data:,">',
    );
    const bytes = measureFirstLoad(folder);
    expect(bytes).toBeGreaterThan(5_000);
    expect(bytes).toBeLessThan(6_000);
  });
});
