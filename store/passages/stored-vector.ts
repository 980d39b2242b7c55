/** The longest component of a stored vector: a signed byte. */
const MOST = 127;

/** A vector as a row of `passage_embedding` has it: its direction alone. */
export interface StoredVector {
  /** A bit for each dimension, `1` where it is positive. */
  signs: string;
  /** A signed byte for each dimension. */
  bytes: Buffer;
}

/** Keeps a vector's direction in a byte and a bit a dimension: cosines change by less than a hundredth. */
export function toStoredVector(vector: readonly number[]): StoredVector {
  const longest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  return {
    signs: vector.map((value) => (value > 0 ? '1' : '0')).join(''),
    bytes: Buffer.from(Int8Array.from(vector, (value) => Math.round((value / longest) * MOST)).buffer),
  };
}

/** Cosine of a vector and a stored one of as many dimensions; 0 where either is none. */
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
