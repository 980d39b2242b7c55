import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createWorkspace, SOURCE_COMMAND } from './run-threadline.js';

describe('threadline with a project file', () => {
  test('TypeScript in a CommonJS package -> shares the modules of the command', async () => {
    const own = createWorkspace({}, SOURCE_COMMAND);
    const error = new URL('../../../client/threadline-error.ts', import.meta.url).href;
    writeFileSync(join(own.folder, 'package.json'), '{"type":"commonjs"}');
    writeFileSync(
      join(own.folder, 'threadline.config.ts'),
      `import { ThreadlineError } from 'threadline';
       import { ThreadlineError as ofTheCommand } from '${error}';
       throw new Error('the same: ' + (ThreadlineError === ofTheCommand));`,
    );
    const { exitCode, stderr } = await own.run(['dev']);
    await own.cleanUp();
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining('the same: true') });
  });
});
