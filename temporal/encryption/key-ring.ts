import { createSecretKey, type KeyObject } from 'node:crypto';

/** Printing it does not show the keys. */
export interface KeyRing {
  /** Encrypts. All keys decrypt. */
  readonly current: string;
  readonly keys: ReadonlyMap<string, KeyObject>;
  /** Workers refuse unencrypted input to a Workflow. */
  readonly refusesPlain?: boolean;
}

export interface WrittenKeys {
  current: string;
  keys: Readonly<Record<string, string>>;
}

const KEY_BYTES = 32;
const KEY_ID = /^[\w.-]{1,16}$/;
const FORM = `{"current":"k2","keys":{"k1":"<32 bytes in base64>","k2":"…"}}`;

/** Never quotes `json`, which contains the keys. */
export function parseKeyRing(json: string, source: string): KeyRing {
  let written: unknown;
  try {
    written = JSON.parse(json);
  } catch {
    // The cause would quote the keys.
    throw new Error(`${source} is not JSON: it must be ${FORM}`);
  }
  return toKeyRing(written, source);
}

export function toKeyRing(written: unknown, source: string): KeyRing {
  if (!isWrittenKeys(written)) throw new Error(`${source} does not have the form ${FORM}`);
  const { current } = written;
  const keys = new Map(Object.entries(written.keys).map(([id, key]) => [id, toKey(id, key, source)]));
  if (!keys.has(current))
    throw new Error(
      `${source} names '${current.slice(0, 40)}' as the current key, but contains only ${listIds(keys)}`,
    );
  return { current, keys };
}

export function listIds(keys: ReadonlyMap<string, unknown>): string {
  return [...keys.keys()].map((id) => `'${id}'`).join(', ') || 'none';
}

function toKey(id: string, key: string, source: string): KeyObject {
  if (!KEY_ID.test(id))
    throw new Error(
      `${source} has a key id '${id.slice(0, 40)}': it must be 1 to 16 letters, digits, '.', '_' or '-'`,
    );
  const bytes = Buffer.from(key, 'base64');
  if (bytes.length !== KEY_BYTES || bytes.toString('base64') !== key.trim())
    throw new Error(
      `Key '${id}' of ${source} is not ${KEY_BYTES} bytes in base64: make one with 'openssl rand -base64 32'`,
    );
  return createSecretKey(bytes);
}

function isWrittenKeys(value: unknown): value is WrittenKeys {
  if (typeof value !== 'object' || value === null || !('current' in value) || !('keys' in value))
    return false;
  const { current, keys } = value;
  if (typeof current !== 'string' || typeof keys !== 'object' || keys === null) return false;
  return Object.values(keys).every((key) => typeof key === 'string');
}
