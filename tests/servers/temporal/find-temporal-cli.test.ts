import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findTemporalCli } from '../../../servers/temporal/find-temporal-cli.js';

let cacheDir = '';
beforeEach(() => {
  cacheDir = mkdtempSync(path.join(os.tmpdir(), 'threadline cache '));
});
afterEach(() => rmSync(cacheDir, { recursive: true, force: true }));

describe('findTemporalCli', () => {
  test('a path to a missing file -> an error with the variable, the value and the remedy', async () => {
    const found = findTemporalCli({ temporalCliPath: '/nowhere/temporal', cacheDir });
    await expect(found).rejects.toThrow(
      "TEMPORAL_CLI_PATH '/nowhere/temporal' is not a Temporal CLI (the file does not exist). Set it to the path of one, or unset it to have one found.",
    );
  });

  test('a path to another program -> an error with what it printed', async () => {
    const found = findTemporalCli({ temporalCliPath: process.execPath, cacheDir });
    await expect(found).rejects.toThrow(`--version' printed '${process.version}'`);
  });
});
