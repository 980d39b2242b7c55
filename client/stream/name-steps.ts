import type { Explanation } from '../../context/explain/explanation.js';
import { namePlace } from '../../context/explain/name-place.js';
import { nameRange } from '../../context/explain/name-range.js';
import type { MessagePlace } from '../../context/sent/sent-kinds.js';
import { stepInBlock } from '../../flow/execution/step-blocks.js';

/**
 * An explanation whose steps are named by their numbers in the node's own run, and answers of other nodes by these
 * nodes: numbers of steps across a whole flow say nothing to people. Places keep them.
 */
export function nameSteps(explanation: Explanation, nodeOfStep: ReadonlyMap<number, string>): Explanation {
  return {
    ...explanation,
    messages: explanation.messages.map((message) => ({
      ...message,
      name: wordPlace(message.place, nodeOfStep),
    })),
    left: explanation.left.map((range) => ({ ...range, name: nameRange(inBlock(range)) })),
  };
}

function wordPlace(place: MessagePlace, nodeOfStep: ReadonlyMap<number, string>): string {
  switch (place.from) {
    case 'answer': {
      const nodeId = nodeOfStep.get(place.step);
      return nodeId === undefined ? namePlace(place) : `answer of ${nodeId}`;
    }
    case 'trace':
      return namePlace({ ...place, step: stepInBlock(place.step) });
    case 'compaction':
      // None of the steps is summarized: there is no number to name.
      return place.throughStep < 1
        ? namePlace(place)
        : namePlace({ ...place, throughStep: stepInBlock(place.throughStep) });
    default:
      return namePlace(place);
  }
}

function inBlock<Range extends { from: string; first: number; last: number }>(range: Range): Range {
  if (range.from !== 'trace') return range;
  return { ...range, first: stepInBlock(range.first), last: stepInBlock(range.last) };
}
