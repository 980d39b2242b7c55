import type { Payload } from '@temporalio/common';

interface PayloadJson {
  metadata?: Record<string, string>;
  data?: string;
}

export function parsePayloads(body: string): Payload[] | undefined {
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch {
    return undefined;
  }
  const payloads = (read as { payloads?: unknown } | null)?.payloads;
  if (!Array.isArray(payloads) || !payloads.every(isPayload)) return undefined;
  return payloads.map(({ metadata = {}, data = '' }) => ({
    metadata: Object.fromEntries(
      Object.entries(metadata).map(([name, value]) => [name, Buffer.from(value, 'base64')]),
    ),
    data: Buffer.from(data, 'base64'),
  }));
}

export function formatPayloads(payloads: readonly Payload[]): string {
  return JSON.stringify({
    payloads: payloads.map(({ metadata, data }): PayloadJson => ({
      metadata: Object.fromEntries(
        Object.entries(metadata ?? {}).map(([name, value]) => [name, toBase64(value)]),
      ),
      data: toBase64(data ?? new Uint8Array()),
    })),
  });
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function isPayload(value: unknown): value is PayloadJson {
  if (typeof value !== 'object' || value === null) return false;
  const { metadata = {}, data = '' } = value as { metadata?: unknown; data?: unknown };
  if (typeof data !== 'string' || typeof metadata !== 'object' || metadata === null) return false;
  return Object.values(metadata).every((bytes) => typeof bytes === 'string');
}
