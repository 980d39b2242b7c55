import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { createWorkspace, SOURCE_COMMAND } from './run-threadline.js';

const workspace = createWorkspace({}, SOURCE_COMMAND);
afterAll(() => workspace.cleanUp());

const HOUSE = fileURLToPath(
  new URL('../../integration/fixtures/house-payload-converter.cjs', import.meta.url),
);

const CONFIG = `
  import { agent, chat, defineConfig, defineFlow } from 'threadline';

  const reverse = ({ metadata, data }) => ({ metadata, data: data && Uint8Array.from(data).reverse() });
  const reversing = {
    encode: async (payloads) => payloads.map(reverse),
    decode: async (payloads) => payloads.map(reverse),
  };
  const dataConverter = { payloadConverterPath: '${HOUSE}', payloadCodecs: [reversing] };
  const assistant = defineFlow({
    slug: 'assistant',
    name: 'Assistant',
    nodes: { chat: chat(), answer: agent({ model: 'offline:demo' }) },
    edges: [['chat', 'answer']],
  });
  export default defineConfig({
    flows: [assistant],
    temporal: { worker: { dataConverter }, client: { dataConverter } },
  });`;

describe('threadline replay', () => {
  test("a project with its own converter and codec -> replays the worker's histories", async () => {
    writeFileSync(join(workspace.folder, 'threadline.config.ts'), CONFIG);
    const dev = workspace.start(['dev']);
    dev.process.stdin.write('My badge number is 7741.\n');
    await dev.until('I read your message');
    const replayed = await workspace.run(['replay', 'conversation/assistant/ada']);
    expect(replayed).toMatchObject({ exitCode: 0, stdout: 'ok    conversation/assistant/ada\n' });
  });
});
