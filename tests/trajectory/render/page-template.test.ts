import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundlePage, pageTemplate } from '../../../trajectory/render/page-template.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'page-'));
  writeFileSync(join(folder, 'a.js'), 'const same = 1;\nexport const fromA = () => same;\n');
  writeFileSync(
    join(folder, 'main.js'),
    `import { fromA } from './a.js';\nconst same = '</script>–';\nconsole.log(fromA(), same);\n`,
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('bundlePage', () => {
  test('several modules -> one script without imports and exports', () =>
    expect(bundlePage(join(folder, 'main.js'))).not.toMatch(/^(import|export)\b/m));

  test('a text that would end the script element -> escaped, other letters as they are', () =>
    expect(bundlePage(join(folder, 'main.js'))).toContain('"<\\/script>–"'));

  test('an import of a missing module -> throws', () => {
    rmSync(join(folder, 'a.js'));
    expect(() => bundlePage(join(folder, 'main.js'))).toThrow('Could not resolve "./a.js"');
  });
});

describe('pageTemplate', () => {
  test("the studio's view -> no text that starts a comment in the script, tokens in the style, each license", () => {
    const template = pageTemplate();
    expect(template.match(/<!--/g)).toHaveLength(2);
    expect(template).toMatch(/:root\{[^}]*--color-ink:/);
    expect(/@theme|@apply|--theme\(/.exec(template)).toBeNull();
    for (const holder of ['Meta Platforms', 'Chris Pettitt', 'Tailwind Labs'])
      expect(template).toContain(holder);
  });
});
