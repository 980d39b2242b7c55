import proto from '@temporalio/proto';
import type { Payload } from '@temporalio/common';
import { decode, encode } from '@temporalio/common/lib/encoding.js';
import { createCipheriv, createDecipheriv, createHash, randomBytes, type KeyObject } from 'node:crypto';
import { KEY_ID, SEALED_ENCODING } from '../../protocol/sealed-payload.js';
import { listIds, type KeyRing } from './key-ring.js';
import { UnreadablePayloadError } from './unreadable-payload-error.js';

const { Payload: PayloadMessage } = proto.temporal.api.common.v1;

const CIPHER = 'aes-256-gcm';
const VERSION = Buffer.from([1]);
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const OWNER_BYTES = 16;
const NOBODY = Buffer.alloc(OWNER_BYTES);
const HEAD_BYTES = VERSION.length + NONCE_BYTES;
/**
 * Temporal appends this time to the Workflow ID of a Schedule's run. Its arguments were encrypted for the id
 * without it.
 */
const SCHEDULED_AT = /-\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

export function isSealed({ metadata }: Payload): boolean {
  const encoding = metadata?.encoding;
  return encoding?.length === SEALED_ENCODING.length && decode(encoding) === SEALED_ENCODING;
}

/** Bound to the Workflow ID, so a copy in another Workflow is refused. */
export function sealPayload(payload: Payload, { current, keys }: KeyRing, workflowId?: string): Payload {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, findKey(keys, current), nonce).setAAD(associated(current));
  const data = Buffer.concat([
    VERSION,
    nonce,
    cipher.update(workflowId === undefined ? NOBODY : findOwner(workflowId)),
    cipher.update(PayloadMessage.encode(payload).finish()),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return { metadata: { encoding: encode(SEALED_ENCODING), [KEY_ID]: encode(current) }, data };
}

export function openPayload(payload: Payload, ring: KeyRing | undefined, workflowId?: string): Payload {
  const id = payload.metadata?.[KEY_ID] == null ? '' : decode(payload.metadata[KEY_ID]).slice(0, 40);
  if (!ring)
    throw new UnreadablePayloadError(
      `A payload is encrypted with key '${id}', but no keys are configured here: set 'encryption' in the config or in connect, or THREADLINE_KEYS_FILE`,
    );
  const key = ring.keys.get(id);
  if (!key)
    throw new UnreadablePayloadError(
      `A payload is encrypted with key '${id}', which is not among the keys here (${listIds(ring.keys)}): add it to them`,
    );
  const opened = decipher(payload, id, key);
  const owner = opened.subarray(0, OWNER_BYTES);
  if (workflowId !== undefined && !isFor(owner, workflowId))
    throw new UnreadablePayloadError(
      `A payload encrypted with key '${id}' was made for another Workflow than '${workflowId}': it was copied there`,
    );
  return PayloadMessage.decode(opened.subarray(OWNER_BYTES));
}

function decipher({ data }: Payload, id: string, key: KeyObject): Buffer {
  const bytes = Buffer.from(data ?? []);
  try {
    if (bytes.length < HEAD_BYTES + OWNER_BYTES + TAG_BYTES || !bytes.subarray(0, 1).equals(VERSION))
      throw new Error('The form is unknown');
    const nonce = bytes.subarray(VERSION.length, HEAD_BYTES);
    const decryption = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(associated(id))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decryption.update(bytes.subarray(HEAD_BYTES, -TAG_BYTES)), decryption.final()]);
  } catch (error) {
    throw new UnreadablePayloadError(
      `A payload cannot be opened with key '${id}': it was changed, or another key had this id when it was written`,
      { cause: error },
    );
  }
}

function isFor(owner: Buffer, workflowId: string): boolean {
  if (owner.equals(NOBODY) || owner.equals(findOwner(workflowId))) return true;
  const scheduled = workflowId.replace(SCHEDULED_AT, '');
  return scheduled !== workflowId && owner.equals(findOwner(scheduled));
}

function findOwner(workflowId: string): Buffer {
  return createHash('sha256').update(workflowId).digest().subarray(0, OWNER_BYTES);
}

function associated(keyId: string): Buffer {
  return Buffer.from(`threadline ${keyId}`);
}

function findKey(keys: KeyRing['keys'], id: string): KeyObject {
  const key = keys.get(id);
  if (!key) throw new Error(`Key '${id}' is unknown`);
  return key;
}
