import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

describe('the docs', () => {
  test('a relative link -> names a file that exists', () => {
    const docs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' });
    const pages = [...readdirSync(ROOT), ...docs.map((name) => join('docs', name))].filter((name) =>
      name.endsWith('.md'),
    );
    expect(pages).toContain('SECURITY.md');
    expect(pages.flatMap(findBrokenLinks)).toEqual([]);
  });
});

function findBrokenLinks(page: string): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/```.*?```|`[^`\n]*`/gs, '');
  return [...text.matchAll(/\]\((?!\w+:|#)([^)\s#]+)[^)]*\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !existsSync(join(ROOT, dirname(page), target)))
    .map((target) => `${page}: ${target}`);
}
