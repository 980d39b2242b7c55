/** In the id of a repeated execution, after the id of the first one: with the same owner, or without one. */
const OF_OWNER = '~rerun-';
const OF_NOBODY = '~rerun~';

/** The id of a repeated execution, which names the first one, an execution outside a conversation. */
export function rerunId(executionId: string, id: string): string {
  const origin = rerunOrigin(executionId) ?? executionId;
  const parts = origin.split('/')[2]?.split(':') ?? [];
  return `${decodeURIComponent(parts.at(-1) ?? '')}${parts.length > 1 ? OF_OWNER : OF_NOBODY}${id}`;
}

/** The Workflow ID of the first execution. Absent for one that repeats none. */
export function rerunOrigin(executionId: string): string | undefined {
  const [, flow, first, mark] = /^execution\/([^/]+)\/([^/]+?)(~rerun[-~])[^/]+$/.exec(executionId) ?? [];
  if (flow === undefined || first === undefined) return undefined;
  return `execution/${flow}/${mark === OF_OWNER ? first : first.replace(/^[^:]*:/, '')}`;
}
