import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

describe('the docs', () => {
  test('a relative link -> names a file, and a heading in it, that exist', () => {
    const below = ['docs', 'examples', 'template'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    );
    const pages = [...readdirSync(ROOT), ...below].filter(
      (name) => name.endsWith('.md') && !name.includes('node_modules'),
    );
    expect(pages).toEqual(expect.arrayContaining(['SECURITY.md', 'examples/triage/README.md']));
    expect(pages.flatMap(findBrokenLinks)).toEqual([]);
  });
});

function findBrokenLinks(page: string): string[] {
  const text = readPage(page).replaceAll(/```.*?```|`[^`\n]*`/gs, '');
  return [...text.matchAll(/\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]*))?[^)]*\)/g)]
    .filter(([, target = '', heading]) => !leadsSomewhere(page, { target, heading }))
    .map(([link]) => `${page}: ${link}`);
}

function leadsSomewhere(
  page: string,
  { target, heading }: { target: string; heading: string | undefined },
): boolean {
  const file = target === '' ? page : join(dirname(page), target);
  if (!existsSync(join(ROOT, file))) return false;
  if (page === 'CHANGELOG.md' || !file.endsWith('.md')) return true;
  return heading === undefined || listHeadings(file).includes(heading);
}

function listHeadings(page: string): string[] {
  const seen = new Map<string, number>();
  return [
    ...readPage(page)
      .replaceAll(/```.*?```/gs, '')
      .matchAll(/^#+ (.*)$/gm),
  ].map(([, title = '']) => {
    const slug = title
      .toLowerCase()
      .replaceAll(/\]\([^)]*\)/g, '')
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
}

function readPage(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}
