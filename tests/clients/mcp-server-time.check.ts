import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { pythonCommand } from '../../scripts/test-clients/client-folders.js';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { flowOf, results, toolNames } from '../integration/fixtures/spill-tools.js';

const folder = mkdtempSync(join(tmpdir(), 'threadline-time-'));
const files = { PIDS: join(folder, 'pids'), CALLS: join(folder, 'calls'), GONE: join(folder, 'gone') };
const START = `
  [ -e "$GONE" ] && { echo "the clock was taken down" >&2; exit 3; }
  echo $$ >"$PIDS"
  tee "$CALLS" | sh -c 'echo $$ >>"$PIDS"; exec "$0"' "$0"`;

const NOW = { name: 'time__get_current_time', arguments: { timezone: 'Asia/Tokyo' } };
const TOKYO = /"timezone":\s*"Asia\/Tokyo"/;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [flowOf('clock', { tools: ['time__*'] })],
    mcp: {
      time: { command: 'sh', args: ['-c', START, pythonCommand('mcp-server-time')], env: files },
    },
  });
});
afterAll(async () => {
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('mcp-server-time', () => {
  test('an agent asks for the time, here and elsewhere, and of a place that is not -> times, and an error of the tool', async () => {
    await expect
      .poll(async () => {
        system.model.reply(text('Hello.'));
        await conversation().ask('Hello');
        return toolNames(system.model.requests.at(-1));
      })
      .not.toContain('time__unavailable');
    const noon = { source_timezone: 'Europe/Berlin', time: '12:00', target_timezone: 'Asia/Tokyo' };
    system.model.reply(
      toolCalls([
        NOW,
        { name: 'time__convert_time', arguments: noon },
        { name: 'time__get_current_time', arguments: { timezone: 'Middle/Earth' } },
      ]),
      text('It is late.'),
    );
    expect((await conversation().ask('What time is it in Tokyo?')).text).toBe('It is late.');
    expect(toolNames(system.model.requests.at(-1))).toEqual(['time__get_current_time', 'time__convert_time']);
    expect(results(system.model.requests.at(-1))).toEqual([
      expect.stringMatching(TOKYO),
      expect.stringMatching(/T12:00:00\+0[12]:00[^]*T(?:19|20):00:00\+09:00/),
      expect.stringMatching(/^time__get_current_time failed: .*Middle\/Earth/),
    ]);
  });

  test('it is killed during a call -> it is started again, and the call, which only reads, is made again', async () => {
    const before = pids();
    await killDuringCall();
    expect(results(system.model.requests.at(-1))).toEqual([expect.stringMatching(TOKYO)]);
    expect(pids()).not.toEqual(before);
  });

  test('it is killed during a call and does not come back -> an error that says so; it is asked again when it is there', async () => {
    await killDuringCall(() => writeFileSync(files.GONE, ''));
    expect(results(system.model.requests.at(-1))).toEqual([
      expect.stringMatching(
        /^time__get_current_time failed: MCP server 'time' is unavailable: .*the clock was taken down/,
      ),
    ]);
    rmSync(files.GONE);
    await expect
      .poll(async () => {
        system.model.reply(toolCalls([NOW]), text('done'));
        await conversation().ask('And now?');
        return results(system.model.requests.at(-1));
      })
      .toEqual([expect.stringMatching(TOKYO)]);
  });
});

function pids(): [shell: number, server: number] {
  const [shell, server] = readFileSync(files.PIDS, 'utf8').split('\n').map(Number);
  return [shell!, server!];
}

async function killDuringCall(beforeItDies = (): void => undefined): Promise<void> {
  const [shell, server] = pids();
  process.kill(server, 'SIGSTOP');
  const sent = readFileSync(files.CALLS, 'utf8').length;
  system.model.reply(toolCalls([NOW]), text('done'));
  const asked = conversation().ask('What time is it in Tokyo?');
  await expect.poll(() => readFileSync(files.CALLS, 'utf8').slice(sent)).toContain('"tools/call"');
  beforeItDies();
  process.kill(-shell, 'SIGKILL');
  expect((await asked).text).toBe('done');
}

function conversation() {
  return system.client.conversation({ flow: 'clock', user: system.newUser() });
}
