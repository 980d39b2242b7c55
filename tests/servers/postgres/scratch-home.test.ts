import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createScratchHome, SCRATCH_FOLDER } from '../../../servers/postgres/scratch-home.js';

const DAY_S = 86_400;
let memory = '';
beforeEach(() => {
  memory = mkdtempSync(path.join(os.tmpdir(), 'threadline-memory-'));
});
afterEach(() => {
  rmSync(memory, { recursive: true, force: true });
});

describe.runIf(process.platform === 'linux')('createScratchHome', () => {
  test('memory has room -> the home is created there', () => {
    const home = createScratchHome({ dataDir: '/data', home: '/home', memory });
    expect(path.dirname(home)).toBe(memory);
    expect(existsSync(home)).toBe(true);
  });

  test('the memory folder is missing -> the same home as for data that is kept', () => {
    const missing = path.join(memory, 'missing');
    expect(createScratchHome({ dataDir: '/data', home: '/home', memory: missing })).toBe('/home');
  });

  test('homes of earlier runs -> those without a running Postgres are removed; a young and a running one, and other folders, stay', () => {
    const abandoned = leaveHome('threadline-0000000000000001', { pid: 4_194_305, isOld: true });
    const young = leaveHome('threadline-0000000000000002', { pid: 4_194_305, isOld: false });
    const running = leaveHome('threadline-0000000000000003', { pid: process.pid, isOld: true });
    const other = leaveHome('threadline-notes', { pid: 4_194_305, isOld: true });
    createScratchHome({ dataDir: '/data', home: '/home', memory });
    expect([abandoned, young, running, other].map((home) => existsSync(home))).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

function leaveHome(name: string, { pid, isOld }: { pid: number; isOld: boolean }): string {
  const home = path.join(memory, name);
  mkdirSync(path.join(home, SCRATCH_FOLDER), { recursive: true });
  writeFileSync(path.join(home, SCRATCH_FOLDER, 'postmaster.pid'), `${pid}\n`);
  const then = Date.now() / 1_000 - (isOld ? DAY_S : 0);
  utimesSync(home, then, then);
  return home;
}
