import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const PROCESS = fileURLToPath(new URL('./fixtures/careless-process.ts', import.meta.url));

describe('watchFailures', () => {
  test("an unhandled rejection -> reported with its tool's name, counted, and the process continues", () => {
    expect(run('rejects')).toEqual({
      status: 0,
      lines: [
        "ERROR A promise of tool 'careless' in 'execution/a' was rejected and not awaited: Error: left behind",
        'counted careless',
        'it went on',
      ],
    });
  });

  test.each([
    ['rejects with a key', 'Error: left behind with Bearer [redacted]'],
    ['rejects where words are hidden', 'Error, because of TypeError (Own)'],
  ])('%s -> reported as %s', (way, told) => {
    expect(run(...way.split(' ')).lines[0]).toBe(
      `ERROR A promise of tool 'careless' in 'execution/a' was rejected and not awaited: ${told}`,
    );
  });

  test("an uncaught error -> reported with its tool's name, and the process ends", () => {
    expect(run('throws')).toEqual({
      status: 1,
      lines: [
        "ERROR An error of tool 'careless' in 'execution/a' was not caught, so the worker stops: Error: left behind",
      ],
    });
  });
});

function run(...way: string[]): { status: number | null; lines: string[] } {
  const { status, stdout } = spawnSync(process.execPath, ['--import', 'tsx', PROCESS, ...way], {
    encoding: 'utf8',
  });
  return { status, lines: stdout.trim().split('\n') };
}
