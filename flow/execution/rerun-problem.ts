import { findLoop } from '../graph/find-loop.js';
import type { KindGraph } from '../graph/graph.js';
import { reachableFrom } from '../graph/reachable-from.js';
import { isTrigger, readTraits } from '../kinds/traits.js';

const SHOWN_CHARACTERS = 64;

export function rerunProblem(
  flow: KindGraph & { slug: string },
  {
    from,
    outputs = {},
    isDraft = false,
  }: { from: string; outputs?: Readonly<Record<string, unknown>> | undefined; isDraft?: boolean },
): string | undefined {
  const first = flow.nodes.find(({ id }) => id === from);
  const place = `of flow '${flow.slug}'`;
  if (!first)
    return `Node '${shown(from)}' ${place} does not exist in the version that would run: rerun from another node`;
  if (isTrigger(first.kind)) return `Node '${from}' ${place} is a trigger: rerun the whole execution`;
  const loop = findLoop(flow, from);
  if (loop !== undefined) return `Node '${from}' ${place} is in a loop: rerun from the loop '${loop}'`;
  const again = reachableFrom(flow, from);
  const skipped = flow.nodes.filter(({ id }) => id !== from && !again.has(id));
  // An approval must not permit several executions with different values, so it is not reused. A draft reuses
  // no approvals.
  const asking = !isDraft && skipped.find(({ kind }) => readTraits(kind).asks || readTraits(kind).runsFlow);
  if (asking)
    return `Node '${asking.id}' ${place} asks for an approval or may do so, and would not run again: rerun from it or a node before it`;
  for (const id of Object.keys(outputs)) {
    const node = flow.nodes.find((one) => one.id === id);
    if (!node || isTrigger(node.kind)) return `Node '${shown(id)}' ${place} has no output to change`;
    if (id === from || again.has(id)) return `Node '${id}' ${place} runs again: its output cannot be changed`;
    if (findLoop(flow, id) !== undefined)
      return `Node '${id}' ${place} is in a loop: change the output of the loop`;
  }
  return undefined;
}

function shown(id: string): string {
  return id.slice(0, SHOWN_CHARACTERS);
}
