import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createGateway, serveGateway, type RunningGateway } from '../../packages/gateway/index.js';
import { NODE_CLIENTS, nodeCommand } from '../../scripts/test-clients/client-folders.js';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const run = promisify(execFile);
const SUITE = join(NODE_CLIENTS, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'server-sse-multiple-streams',
];

let system: TestSystem;
let gateway: RunningGateway;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'conformance '));
  system = await startTestSystem(inject('environment'), { model: { script: () => text('Hello.') } });
  const user = system.newUser();
  const options = { client: system.client, authenticate: () => ({ user, flows: undefined, admin: false }) };
  gateway = await serveGateway(createGateway(options), { host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the conformance suite of MCP', () => {
  test.each(SCENARIOS)('%s -> passes', async (scenario) => {
    const args = [SUITE, 'server', '--url', `${gateway.url}/mcp`, '--scenario', scenario];
    const { stdout } = await run(nodeCommand(), args, { cwd: folder });
    expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
  });
});
