import { canonicalJson } from '../../../context/text/canonical-json.js';
import { contentHash } from '../../../context/text/content-hash.js';

export function hashArguments({ toolName, input }: { toolName: string; input: unknown }): string {
  return contentHash(canonicalJson([toolName, input]));
}
