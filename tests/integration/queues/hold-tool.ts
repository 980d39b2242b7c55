import { existsSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { toolCalls, type Reply } from '../../../packages/testing/model-server/index.js';
import { defineTool } from '../../../extend/tools/define-tool.js';

const hold = defineTool({
  name: 'hold',
  description: 'Works until it is let go.',
  retry: 'safe',
  input: z.object({ folder: z.string() }),
  execute: async ({ folder }, { abortSignal }) => {
    await writeFile(join(folder, 'began'), '');
    while (!existsSync(join(folder, 'go'))) await sleep(20, undefined, { signal: abortSignal });
    return 'held';
  },
});

export const tools = [hold];

export interface Held {
  readonly reply: Reply;
  began(): Promise<void>;
  release(): Promise<void>;
}

export async function holding(): Promise<Held> {
  const folder = await mkdtemp(join(tmpdir(), 'threadline-hold-'));
  return {
    reply: toolCalls([{ name: 'hold', arguments: { folder } }]),
    async began() {
      while (!existsSync(join(folder, 'began'))) await sleep(20);
    },
    release: () => writeFile(join(folder, 'go'), ''),
  };
}
