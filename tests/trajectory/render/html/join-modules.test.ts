import { describe, expect, test } from 'vitest';
import { joinModules } from '../../../../trajectory/render/html/join-modules.js';

describe('joinModules', () => {
  test('modules that import from earlier ones -> one script without imports and exports', () => {
    expect(
      joinModules([
        { name: 'a.js', content: `/** @import { X } from '../x.js' */\nexport function a() {}\n` },
        { name: 'b.js', content: `import {\n  a,\n} from './a.js';\n\nexport const b = 'import x';\na();\n` },
      ]),
    ).toBe(`/** @import { X } from '../x.js' */\nfunction a() {}\n\nconst b = 'import x';\na();`);
  });

  test('an import of what does not come before -> throws', () => {
    expect(() => joinModules([{ name: 'b.js', content: `import { a } from './a.js';\n` }])).toThrow(
      `Module 'b.js' imports 'a.js', which does not come before it`,
    );
  });

  test('a statement of another form -> throws', () => {
    expect(() => joinModules([{ name: 'a.js', content: `import fs from 'node:fs';\n` }])).toThrow(
      `Module 'a.js' has a statement that cannot be joined: 'import fs from 'node:fs';'`,
    );
  });
});
