import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAtTerminal, type AtTerminal } from './at-terminal.js';
import { createWorkspace, SOURCE_COMMAND } from './run-threadline.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const workspace = createWorkspace({}, SOURCE_COMMAND);
afterAll(() => workspace.cleanUp());

const LENGTHS = { recipe: 100, letter: 40, poem: 40 };
const LONG = Object.entries(LENGTHS).map(([name, words]) => {
  const said = Array.from({ length: words }, (_, index) => `w${index}`).join(' ');
  return `The ${name} says ${said}.`;
});

describe('threadline dev at a terminal', () => {
  let dev: AtTerminal;
  beforeAll(async () => {
    writeFileSync(join(workspace.folder, 'threadline.config.ts'), slowProject());
    dev = startAtTerminal(workspace, ['dev']);
    await dev.until('\n›');
  });
  afterAll(() => dev.kill());

  test('a pasted text of several lines -> one message', async () => {
    dev.type(`\u001b[200~My badge number is 7741.\r${LONG.join('\r')}\u001b[201~\r`);
    await dev.until('I read your message ("My badge number is 7741. The recipe says w0');
    await dev.until('...").\n›');
  });
  test('a message sent and one begun during an answer -> kept below it through Ctrl-C, and answered', async () => {
    dev.type('What does the recipe say?\r');
    await dev.until('say?\nThe recipe says w0');
    dev.type('What is my badge number?\rand this is a dra');
    await dev.until('› and this is a dra');
    dev.type('\u0003');
    await dev.until('(canceled)\n› What is my badge number?\nYour badge number is 7741.');
    dev.type('ft.\r');
    await dev.until('I read your message ("and this is a draft.")');
  });
  test('/interrupt during an answer -> answered at once, in a terminal that is made narrower', async () => {
    dev.type('What does the letter say?\r');
    await dev.until('› What does the letter say?\nThe letter says w0');
    dev.resize(60, 20);
    dev.type('/interrupt I like limes.\r');
    await dev.until('› /interrupt I like limes.');
    await dev.until('I read your message ("I like limes.")');
  });
  test('/steer during an answer that needs no other call -> answered after it', async () => {
    dev.type('What does the poem say?\r');
    await dev.until('› What does the poem say?\nThe poem says w0');
    dev.type('/steer I like lemons.\r');
    await dev.until('I read your message ("I like lemons.")');
  });
  test('Ctrl-D -> shuts down, 0, no prompt is left', async () => {
    dev.type('\u0004');
    expect(await dev.ended).toBe(0);
    expect((await dev.lines()).at(-1)).not.toContain('›');
  });
});

function slowProject(): string {
  const from = (path: string): string => JSON.stringify(pathToFileURL(join(ROOT, path)).href);
  return `
    import { defineConfig } from ${from('define-config.ts')};
    import { createOfflineModel } from ${from('models/offline/offline-model.ts')};
    import { defaultProject } from ${from('worker/default-project.ts')};
    const models = { slow: () => createOfflineModel({ delayMs: 80 }) };
    export default defineConfig({ ...defaultProject('slow:demo'), models });
  `;
}
