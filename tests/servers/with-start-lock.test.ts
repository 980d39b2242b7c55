import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { markThisProcess } from '../../servers/process/process-mark.js';
import { withStartLock } from '../../servers/with-start-lock.js';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'threadline-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('withStartLock', () => {
  test('many at once over a dead lock -> one after the other', async () => {
    putLock({ pid: process.pid, identity: 'dead' });
    let [inside, most, runs] = [0, 0, 0];
    await Promise.all(
      Array.from({ length: 20 }, () =>
        withStartLock({ dataDir }, async () => {
          inside += 1;
          runs += 1;
          most = Math.max(most, inside);
          await delay(2);
          inside -= 1;
        }),
      ),
    );
    expect({ most, runs }).toEqual({ most: 1, runs: 20 });
    expect(readdirSync(path.join(dataDir, 'lock'))).toHaveLength(1);
  });

  test('a living holder that keeps the lock -> an error naming it', async () => {
    putLock(markThisProcess());
    const run = withStartLock({ dataDir, timeoutMs: 100 }, async () => undefined);
    await expect(run).rejects.toThrow(`Process ${process.pid} has been starting or stopping the servers`);
  });

  test.each([
    ['empty', ''],
    ['half', '{"pid":12'],
    ['of another kind', '"released"'],
  ])('a lock file that is %s -> taken', async (_name, text) => {
    mkdirSync(path.join(dataDir, 'lock'), { recursive: true });
    writeFileSync(path.join(dataDir, 'lock', '7'), text);
    expect(await withStartLock({ dataDir, timeoutMs: 100 }, async () => 'mine')).toBe('mine');
  });

  test('the lock file disappears meanwhile -> the action returns its result', async () => {
    const run = withStartLock({ dataDir }, async () => {
      rmSync(path.join(dataDir, 'lock'), { recursive: true });
      return 'done';
    });
    expect(await run).toBe('done');
  });

  test('the action throws -> the lock is released', async () => {
    const failing = withStartLock({ dataDir }, async () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(await withStartLock({ dataDir, timeoutMs: 100 }, async () => 'mine')).toBe('mine');
  });
});

function putLock(holder: { pid: number; identity: string }): void {
  mkdirSync(path.join(dataDir, 'lock'), { recursive: true });
  writeFileSync(path.join(dataDir, 'lock', '7'), JSON.stringify(holder));
}
