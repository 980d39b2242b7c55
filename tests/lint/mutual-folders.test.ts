import { describe, expect, test } from 'vitest';
import { findMutualFolders, listImports } from '../../scripts/lint/mutual-folders.js';

describe('listImports', () => {
  test('value, type, re-export and dynamic import -> paths from the root; packages are not listed', () => {
    const text = [
      "import { z } from 'zod';",
      "import { a } from './a.js';",
      "import type { B } from '../other/b.js';",
      "export { c } from './deep/c.js';",
      "const d = await import('../d.js');",
    ].join('\n');
    expect(listImports('room/part/file.ts', text)).toEqual([
      'room/part/a.js',
      'room/other/b.js',
      'room/part/deep/c.js',
      'room/d.js',
    ]);
  });
});

describe('findMutualFolders', () => {
  test('two folders of a room import each other -> the pair, with the imports of the rarer direction', () => {
    const imports = [
      { from: 'room/one/a.ts', to: 'room/two/b.js' },
      { from: 'room/one/c.ts', to: 'room/two/b.js' },
      { from: 'room/two/deep/d.ts', to: 'room/one/a.js' },
    ];
    expect(findMutualFolders(imports)).toEqual([
      { pair: 'room/one and room/two', imports: ['room/two/deep/d.ts -> room/one/a.js'] },
    ]);
  });

  test('imports in one direction -> nothing', () => {
    expect(findMutualFolders([{ from: 'room/one/a.ts', to: 'room/two/b.js' }])).toEqual([]);
  });

  test('a folder and its parent, or two rooms, import each other -> nothing', () => {
    const imports = [
      { from: 'room/a.ts', to: 'room/one/b.js' },
      { from: 'room/one/b.ts', to: 'room/a.js' },
      { from: 'other/c.ts', to: 'room/a.js' },
      { from: 'room/one/b.ts', to: 'other/c.js' },
      { from: 'other/deep/c.ts', to: 'room/one/b.js' },
      { from: 'room/one/b.ts', to: 'other/deep/c.js' },
    ];
    expect(findMutualFolders(imports)).toEqual([]);
  });
});
