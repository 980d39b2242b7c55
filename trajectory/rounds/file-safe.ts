import { contentHash } from '../../context/text/content-hash.js';

const NAME_BYTES = 160;
const HASH_BYTES = 22;

/** Returns distinct file names for distinct names, which never leave the folder. */
export function fileSafe(name: string): string {
  const encoded = encodeURIComponent(name.toWellFormed()).replace(/[.!~*'()]/g, percentEncoded);
  if (encoded.length <= NAME_BYTES && name.isWellFormed()) return encoded;
  const beginning = encoded.slice(0, NAME_BYTES - HASH_BYTES - 1).replace(/%.?$/, '');
  // Only cut names contain a `~`. JSON keeps lone surrogates distinct.
  return `${beginning}~${contentHash(JSON.stringify(name))}`;
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
