import { automaticNumber } from './node-id.js';
import { NODE_TYPES } from './node-types.js';
import type { TrajectoryNode } from './trajectory-node.js';
import type { AutomaticNumbers, RoundSnapshot } from './trajectory-view.js';

export function numbersAfter(rounds: readonly RoundSnapshot[]): AutomaticNumbers {
  return rounds.reduce((numbers, round) => numbersBeyond(higher(numbers, round.numbers), round.nodes), {});
}

export function numbersBeyond(
  numbers: AutomaticNumbers,
  nodes: readonly Pick<TrajectoryNode, 'type' | 'label'>[],
): AutomaticNumbers {
  const beyond = { ...numbers };
  for (const { type, label } of nodes) {
    const number = automaticNumber(type, label);
    if (number !== undefined) beyond[type] = Math.max(beyond[type] ?? 0, number + 1);
  }
  return beyond;
}

function higher(some: AutomaticNumbers, others: AutomaticNumbers): AutomaticNumbers {
  const both = { ...some };
  for (const type of NODE_TYPES) {
    const number = Math.max(some[type] ?? 0, others[type] ?? 0);
    if (number > 0) both[type] = number;
  }
  return both;
}
