import { contentHash } from '../../context/content-hash.js';

/** Bytes of a name in a file's or a folder's. */
const NAME_BYTES = 160;
const HASH_BYTES = 22;

/**
 * A name of somebody's choice as a part of a file's name, of at most 160 bytes. Different names have different ones;
 * whatever they hold, they lead to no other folder.
 */
export function fileSafe(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/[.!~*'()]/g, percentEncoded);
  if (encoded.length <= NAME_BYTES && name.isWellFormed()) return encoded;
  const beginning = encoded.slice(0, NAME_BYTES - HASH_BYTES - 1).replace(/%.?$/, '');
  // Nothing else has a `~`, so a name that is cut is nobody's whole name. As JSON, lone surrogates differ.
  return `${beginning}~${contentHash(JSON.stringify(name))}`;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
