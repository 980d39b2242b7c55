import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { parseKeyRing, toKeyRing, type KeyRing, type WrittenKeys } from './key-ring.js';

/** File and output are JSON: `{"current":"k2","keys":{"k1":"<32 bytes in base64>","k2":"…"}}`. */
export interface EncryptionOptions {
  keys: { file: string } | { command: string } | WrittenKeys;
  /** Use `refuse` once no open history contains an unencrypted message or start. */
  plain?: PlainPayloads;
}

/** `accept` is the default. */
export const PLAIN_PAYLOADS = ['accept', 'refuse'] as const;
export type PlainPayloads = (typeof PLAIN_PAYLOADS)[number];

const COMMAND_TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;
/** The group may read the file, because secrets that are mounted in a cluster require it. */
const TOO_OPEN = 0o026;

/** Errors never contain a key. */
export async function readKeyRing({ keys, plain = 'accept' }: EncryptionOptions): Promise<KeyRing> {
  if (!PLAIN_PAYLOADS.includes(plain))
    throw new Error(
      `'encryption.plain' is '${String(plain)}': it must be one of ${PLAIN_PAYLOADS.join(', ')}`,
    );
  const ring = await readKeys(keys);
  return plain === 'refuse' ? { ...ring, refusesPlain: true } : ring;
}

async function readKeys(keys: EncryptionOptions['keys']): Promise<KeyRing> {
  if ('file' in keys) return parseKeyRing(await readKeyFile(keys.file), `Key file '${keys.file}'`);
  if ('command' in keys)
    return parseKeyRing(await runKeyCommand(keys.command), `The output of '${keys.command}'`);
  return toKeyRing(keys, "'encryption.keys'");
}

async function readKeyFile(file: string): Promise<string> {
  const found = await stat(file).catch(() => undefined);
  if (!found)
    throw new Error(`Key file '${file}' cannot be read: make it, or name another file for the keys`);
  if (process.platform !== 'win32' && (found.mode & TOO_OPEN) !== 0)
    throw new Error(
      `Key file '${file}' is readable by others (mode ${(found.mode & 0o777).toString(8)}): 'chmod 600' it`,
    );
  if (found.size > MAX_BYTES)
    throw new Error(`Key file '${file}' has ${found.size}bytes; the limit is ${MAX_BYTES}`);
  return readFile(file, 'utf8').catch(() => {
    throw new Error(`Key file '${file}' cannot be read: let this user read it`);
  });
}

function runKeyCommand(command: string): Promise<string> {
  const options = { timeout: COMMAND_TIMEOUT_MS, killSignal: 'SIGKILL', maxBuffer: MAX_BYTES } as const;
  return new Promise((resolve, reject) => {
    const child = execFile('/bin/sh', ['-c', command], options, (error, output) => {
      // Without the error, because a failed command may have printed a key.
      if (error === null) resolve(output);
      else reject(new Error(`The command for the keys '${command}' ${howItFailed(error)}`));
    });
    child.stdin?.end();
  });
}

function howItFailed({
  code,
  killed,
  signal,
}: Error & { code?: unknown; killed?: boolean; signal?: unknown }) {
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `printed more than ${MAX_BYTES} bytes`;
  if (killed === true) return `did not end within ${COMMAND_TIMEOUT_MS / 1_000} seconds: try it in a shell`;
  return `ended with ${String(code ?? signal)}: try it in a shell`;
}
