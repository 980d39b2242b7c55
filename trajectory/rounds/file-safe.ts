import { contentHash } from '../../context/content-hash.js';

/** Longest name, in bytes, as a part of a file's or a folder's name. */
const NAME_BYTES = 160;
const HASH_BYTES = 22;

/**
 * Encodes a name of somebody's choice as a part of a file's name, of at most 160 bytes. Different names give different
 * results, and no name leads to another folder.
 */
export function fileSafe(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/[.!~*'()]/g, percentEncoded);
  if (encoded.length <= NAME_BYTES && name.isWellFormed()) return encoded;
  const beginning = encoded.slice(0, NAME_BYTES - HASH_BYTES - 1).replace(/%.?$/, '');
  // Only cut names have a `~`, so none equals a whole name. The hash is of JSON, in which lone surrogates differ.
  return `${beginning}~${contentHash(JSON.stringify(name))}`;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
