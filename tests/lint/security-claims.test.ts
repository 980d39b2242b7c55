import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const POLICY = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
const OTHERS = ['Reporting', 'Trust model', 'Known gaps', 'Hostile inputs'];

describe('SECURITY.md', () => {
  const sentences = listSentences();
  const tests = [...POLICY.matchAll(/^\[(\d+)\]: (\S+) (["'])(.+)\3$/gm)].map(
    ([, number = '', path = '', , title = '']) => ({ number, path, title }),
  );

  test('each sentence of a guarantee -> links to a test', () => {
    expect(sentences.length).toBeGreaterThan(60);
    expect(sentences.filter((sentence) => listNumbers(sentence).length === 0)).toEqual([]);
  });

  test('the links -> are those at the end, each to a file with a test of its title', () => {
    const linked = new Set(sentences.flatMap(listNumbers));
    expect([...linked].toSorted()).toEqual(tests.map(({ number }) => number).toSorted());
    expect(tests.filter((one) => !hasTest(one))).toEqual([]);
  });
});

function listSentences(): string[] {
  const [, ...sections] = POLICY.split(/^## /m);
  const guarantees = sections.filter((section) => !OTHERS.some((name) => section.startsWith(`${name}\n`)));
  const items = guarantees.flatMap((section) => section.split(/^- /m).slice(1));
  return items.flatMap((item) =>
    item
      .trim()
      .replaceAll(/\s+/g, ' ')
      .split(/(?<=\.) (?=[A-Z`])/),
  );
}

function listNumbers(sentence: string): string[] {
  return [...sentence.matchAll(/\[test\]\[(\d+)\]/g)].map(([, number = '']) => number);
}

function hasTest({ path, title }: { path: string; title: string }): boolean {
  if (!existsSync(join(ROOT, path))) return false;
  const source = readFileSync(join(ROOT, path), 'utf8');
  return ["'", '"', '`'].some((quote) => source.includes(`${quote}${title}${quote},`));
}
