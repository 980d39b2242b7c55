import { execFile } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { createWorkspace } from './run-threadline.js';

const workspace = createWorkspace();
afterAll(() => workspace.cleanUp());

/** Reads its standard input a little at a time, and writes it to the file `read`. */
const SLOW_READER = `
  const { createWriteStream } = require("node:fs");
  const copy = createWriteStream("read");
  process.stdin.on("data", (chunk) => {
    copy.write(chunk);
    process.stdin.pause();
    setTimeout(() => process.stdin.resume(), 50);
  }).on("end", () => copy.end());
`;

describe('threadline', () => {
  test('megabytes for a slow reader of a pipe -> the reader gets every byte', async () => {
    const folder = join(workspace.folder, 'flows');
    mkdirSync(folder);
    for (let number = 0; number < 40; number += 1) {
      const nodes = Array.from({ length: 200 }, (_, at) => ({ id: `node-${at}`, kind: 'unknown' }));
      writeFileSync(join(folder, `flow-${number}.json`), JSON.stringify({ slug: `flow-${number}`, nodes }));
    }
    const threadline = `"${process.execPath}" "${workspace.command}" flows validate flows --json`;
    await inShell(`${threadline} > whole; ${threadline} | "${process.execPath}" -e '${SLOW_READER}'`);
    expect(sizeOf('whole')).toBeGreaterThan(1_000_000);
    expect(sizeOf('read')).toBe(sizeOf('whole'));
  });
});

function inShell(line: string) {
  return promisify(execFile)('sh', ['-c', line], { cwd: workspace.folder, env: workspace.environment });
}

function sizeOf(name: string): number {
  return statSync(join(workspace.folder, name)).size;
}
