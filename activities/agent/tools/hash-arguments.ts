import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../context/text/canonical-json.js';

/** Hashes a tool's name and arguments, whatever the order of their keys: a repeated call has the same hash. */
export function hashArguments({ toolName, input }: { toolName: string; input: unknown }): string {
  return createHash('sha256')
    .update(canonicalJson([toolName, input]))
    .digest('hex');
}
