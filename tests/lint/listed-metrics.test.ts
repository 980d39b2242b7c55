import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const CREATED = /create(?:Counter|Histogram|Gauge)\(\s*'(threadline_\w+)'/g;
const LISTED = /^\| `(threadline_\w+)`/gm;

describe('the metrics in docs/operating.md', () => {
  test('-> exactly those that workers create', () => {
    const files = execFileSync('git', ['ls-files', 'activities/*.ts', 'worker/*.ts'], { encoding: 'utf8' });
    const sources = files.trim().split('\n');
    const created = sources.flatMap((file) => namesIn(readFileSync(file, 'utf8'), CREATED));
    expect(created).toContain('threadline_turns');
    expect(namesIn(readFileSync('docs/operating.md', 'utf8'), LISTED).sort()).toEqual(created.sort());
  });
});

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name);
}
