import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../context/text/canonical-json.js';

export function hashArguments({ toolName, input }: { toolName: string; input: unknown }): string {
  return createHash('sha256')
    .update(canonicalJson([toolName, input]))
    .digest('hex');
}
