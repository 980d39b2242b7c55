import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundlePage, PAGE_FOLDER } from '../../../../trajectory/render/html/bundle-page.js';

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
  test('modules with the same top-level names -> one script without imports and exports', () => {
    const script = bundlePage(folder);
    expect(script).not.toMatch(/^(import|export)\b/m);
    expect(script).toContain('console.log(fromA(), same2)');
  });

  test('a text that would end the script element -> escaped, other letters as they are', () =>
    expect(bundlePage(folder)).toContain('"<\\/script>–"'));

  test('an import of what is not there -> throws', () => {
    rmSync(join(folder, 'a.js'));
    expect(() => bundlePage(folder)).toThrow('Could not resolve "./a.js"');
  });

  test("the page's own modules -> the same script at every run", () =>
    expect(bundlePage(PAGE_FOLDER)).toBe(bundlePage(PAGE_FOLDER)));
});
