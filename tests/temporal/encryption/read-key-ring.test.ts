import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readKeyRing } from '../../../temporal/encryption/read-key-ring.js';

const folder = mkdtempSync(join(tmpdir(), 'threadline-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));
const secret = randomBytes(32).toString('base64');
const json = JSON.stringify({ current: 'k1', keys: { k1: secret } });

describe('readKeyRing', () => {
  test.each([0o600, 0o400, 0o440])('a file of mode %o -> its keys', async (mode) => {
    const { current, keys } = await readKeyRing({ keys: { file: keyFile(json, mode) } });
    expect([current, ...keys.keys()]).toEqual(['k1', 'k1']);
  });
  test("a command's output -> its keys", async () => {
    const { keys } = await readKeyRing({ keys: { command: `cat '${keyFile(json, 0o600)}'` } });
    expect([...keys.keys()]).toEqual(['k1']);
  });
  test('keys of the config -> hidden when printed', async () => {
    const ring = await readKeyRing({ keys: { current: 'k1', keys: { k1: secret } } });
    expect(JSON.stringify([...ring.keys])).not.toContain(secret.slice(0, 8));
  });

  test.each([0o644, 0o620, 0o602])('a file of mode %o -> refused with the remedy', async (mode) => {
    await expect(readKeyRing({ keys: { file: keyFile(json, mode) } })).rejects.toThrow(/chmod 600/);
  });
  test.each([
    ['no JSON', secret, /is not JSON/],
    ['another form', '[]', /does not have the form/],
    [
      'a key that is too short',
      '{"current":"k1","keys":{"k1":"c2hvcnQ="}}',
      /Key 'k1' .*not 32 bytes.*openssl/,
    ],
    ['a current key that is not there', json.replace('"k1"', '"k9"'), /names 'k9' .*contains only 'k1'/],
    ['an id that is none', json.replaceAll('k1', 'k 1'), /key id 'k 1'/],
  ])('%s -> a sentence without any of the key', async (_name, content, message) => {
    const error = await readKeyRing({ keys: { file: keyFile(content, 0o600) } }).catch(
      (reason: Error) => reason,
    );
    expect((error as Error).message).toMatch(message);
    expect(String(error)).not.toContain(secret.slice(0, 8));
  });
  test.each([
    ['that fails', `echo '${secret}'; exit 3`, /ended with 3/],
    ['that prints too much', 'yes', /more than 65536 bytes/],
    ['that is not there', 'no-such-vault', /ended with 127/],
  ])('a command %s -> a sentence, without its output', async (_name, command, message) => {
    const error = await readKeyRing({ keys: { command } }).catch((reason: Error) => reason);
    expect((error as Error).message).toMatch(message);
    expect((error as Error & { cause?: unknown }).cause).toBeUndefined();
  });
  test('a missing file -> reported', async () => {
    await expect(readKeyRing({ keys: { file: join(folder, 'none') } })).rejects.toThrow(/cannot be read/);
  });
});

let count = 0;
function keyFile(content: string, mode: number): string {
  const file = join(folder, `keys-${(count += 1)}.json`);
  writeFileSync(file, content);
  chmodSync(file, mode);
  return file;
}
