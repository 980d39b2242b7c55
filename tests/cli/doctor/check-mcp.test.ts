import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkMcp } from '../../../cli/doctor/check-mcp.js';
import { readConfig } from '../../../config.js';

const SERVERS = fileURLToPath(new URL('../../../node_modules/@modelcontextprotocol/', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threadline-doctor-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('checkMcp', () => {
  test('reachable and unreachable servers -> tools by name; reason and remedy', async () => {
    const node = JSON.stringify(process.execPath);
    const file = (name: string): string => JSON.stringify(join(SERVERS, name, 'dist/index.js'));
    await writeFile(
      join(folder, 'threadline.config.mjs'),
      `export default { flows: [{}], mcp: {
        files: { command: ${node}, args: [${file('server-filesystem')}, ${JSON.stringify(folder)}] },
        away: { url: 'http://127.0.0.1:9/mcp' },
      } }`,
    );
    expect(await checkMcp(readConfig({}), folder)).toEqual([
      {
        name: 'MCP files',
        status: 'ok',
        found: expect.stringMatching(/^\d+ tools: files__read_file, files__read_text_file, /) as string,
      },
      {
        name: 'MCP away',
        status: 'fail',
        found: expect.stringContaining('fetch failed') as string,
        remedy: "Correct the server's entry under 'mcp' in threadline.config.ts",
      },
    ]);
  });
});
