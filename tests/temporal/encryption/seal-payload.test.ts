import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import proto from '@temporalio/proto';
import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { toKeyRing, type KeyRing } from '../../../temporal/encryption/key-ring.js';
import { createWorkerCodec } from '../../../temporal/encryption/payload-codec.js';
import { isSealed, openPayload, sealPayload } from '../../../temporal/encryption/seal-payload.js';
import { fitSummary } from '../../../protocol/summary-text.js';
import { WHY_UNREADABLE } from '../../../protocol/sealed-payload.js';

const key = (): string => randomBytes(32).toString('base64');
const written = { k1: key(), k2: key() };
const old = ring('k1', { k1: written.k1 });
const both = ring('k2', written);
const payload = defaultPayloadConverter.toPayload({ text: 'the quick brown fox' });

describe('sealPayload and openPayload', () => {
  test('a payload -> unreadable, and back with its encoding', () => {
    const sealed = sealPayload(payload, both, 'w1');
    expect(isSealed(sealed)).toBe(true);
    expect(isSealed(payload)).toBe(false);
    expect(Buffer.from(sealed.data!).includes('fox')).toBe(false);
    expect(defaultPayloadConverter.fromPayload(openPayload(sealed, both, 'w1'))).toEqual({
      text: 'the quick brown fox',
    });
  });

  test('the same payload twice -> two different ones', () => {
    expect(sealPayload(payload, both).data).not.toEqual(sealPayload(payload, both).data);
  });

  test('the longest summary -> within the 400 bytes that Temporal accepts', () => {
    const summary = defaultPayloadConverter.toPayload(fitSummary('漢'.repeat(200)));
    const id = 'k'.repeat(16);
    const sealed = sealPayload(summary, ring(id, { [id]: key() }), 'w');
    expect(proto.temporal.api.common.v1.Payload.encode(sealed).finish().length).toBeLessThanOrEqual(400);
  });

  test('written with an old key -> the new ring reads it and writes with the new key', () => {
    expect(textOf(openPayload(sealPayload(payload, old), both))).toContain('fox');
    expect(Buffer.from(sealPayload(payload, both).metadata!.key!).toString()).toBe('k2');
  });

  test.each([
    [
      'a key that is not there',
      () => openPayload(sealPayload(payload, both), old),
      /with key 'k2', .*\('k1'\): add/,
    ],
    ['no keys', () => openPayload(sealPayload(payload, both), undefined), /'k2', but no keys are configured/],
    [
      'another key of the id',
      () => openPayload(sealPayload(payload, old), ring('k1', { k1: key() })),
      /with key 'k1': it was changed, or another key/,
    ],
    ['a changed bit', () => openPayload(changed(), both), /it was changed/],
    ['another key id in its metadata', () => openPayload(renamed(), both), /with key 'k1'/],
    ['no data', () => openPayload({ ...sealPayload(payload, both), data: null }, both), /it was changed/],
    [
      'a copy from another Workflow',
      () => openPayload(sealPayload(payload, both, 'w1'), both, 'w2'),
      /for another Workflow than 'w2'/,
    ],
  ])('%s -> an error that names the key', (_name, open, message) => {
    expect(open).toThrow(message);
  });

  test('for a Schedule -> opened in the Workflows that it starts', () => {
    const sealed = sealPayload(payload, both, 'nightly');
    expect(textOf(openPayload(sealed, both, 'nightly-2026-11-23T12:00:00Z'))).toContain('fox');
  });
});

describe('createWorkerCodec', () => {
  const context = { type: 'workflow', namespace: 'default', workflowId: 'w' } as const;

  test('an undecryptable payload, for a Workflow -> continues with the reason', async () => {
    const told: string[] = [];
    const codec = createWorkerCodec(old, (why) => told.push(why));
    const [left] = await codec.decode([sealPayload(payload, both)], context);
    expect(Buffer.from(left!.metadata![WHY_UNREADABLE]!).toString()).toMatch(/'k2'/);
    expect(told).toHaveLength(1);
  });

  test('an undecryptable payload, of an Activity -> rejected', async () => {
    const decoding = createWorkerCodec(old).decode([sealPayload(payload, both)], {
      type: 'activity',
      namespace: 'default',
      isLocal: true,
    });
    await expect(decoding).rejects.toThrow(/'k2'/);
  });

  test('an unencrypted payload, where that is refused -> only the reason reaches the Workflow', async () => {
    const refusing = createWorkerCodec({ ...old, refusesPlain: true });
    const [refused, sealed] = await refusing.decode([payload, sealPayload(payload, old)], context);
    expect(Buffer.from(refused!.metadata![WHY_UNREADABLE]!).toString()).toMatch(/not encrypted.*'k1'/);
    expect(refused!.data).toBeUndefined();
    expect(textOf(sealed!)).toContain('fox');
  });

  test('an unencrypted payload -> passes', async () => {
    const [opened] = await createWorkerCodec(old).decode([payload], context);
    expect(defaultPayloadConverter.fromPayload(opened!)).toEqual({ text: 'the quick brown fox' });
  });
});

function ring(current: string, keys: Record<string, string>): KeyRing {
  return toKeyRing({ current, keys }, 'The test');
}

function textOf({ data }: Payload): string {
  return Buffer.from(data!).toString();
}

function changed() {
  const sealed = sealPayload(payload, both);
  sealed.data![40]! ^= 1;
  return sealed;
}

function renamed() {
  const sealed = sealPayload(payload, both);
  return { ...sealed, metadata: { ...sealed.metadata, key: Buffer.from('k1') } };
}
