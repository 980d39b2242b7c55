import { readStartId } from './parse-workflow-id.js';

/** Follows the first execution's id, if that has an owner. */
const OF_OWNER = '~rerun-';
const OF_NOBODY = '~rerun~';

export function rerunId(executionId: string, id: string): string {
  const origin = rerunOrigin(executionId) ?? executionId;
  const hasOwner = origin.split('/')[2]?.includes(':') === true;
  return `${readStartId(origin)}${hasOwner ? OF_OWNER : OF_NOBODY}${id}`;
}

export function rerunOrigin(executionId: string): string | undefined {
  const [, flow, first, mark] = /^execution\/([^/]+)\/([^/]+?)(~rerun[-~])[^/]+$/.exec(executionId) ?? [];
  if (flow === undefined || first === undefined) return undefined;
  return `execution/${flow}/${mark === OF_OWNER ? first : first.replace(/^[^:]*:/, '')}`;
}
