/** The largest component of a stored vector fits a signed byte. */
const MOST = 127;

/** A vector as `passage_embedding` stores it: only its direction. */
export interface StoredVector {
  /** One bit for each dimension: `1` where the component is positive. */
  signs: string;
  /** One signed byte for each dimension. */
  bytes: Buffer;
}

/**
 * Reduces a vector to its direction, with a byte and a bit for each dimension. Cosines change by less than a
 * hundredth.
 */
export function toStoredVector(vector: readonly number[]): StoredVector {
  const longest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  return {
    signs: vector.map((value) => (value > 0 ? '1' : '0')).join(''),
    bytes: Buffer.from(Int8Array.from(vector, (value) => Math.round((value / longest) * MOST)).buffer),
  };
}

/** Computes the cosine of a vector and a stored one of the same dimensions; 0 where either has length 0. */
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
