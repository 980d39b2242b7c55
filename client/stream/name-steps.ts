import type { Explanation } from '../../context/explain/explanation.js';
import { namePlace } from '../../context/explain/name-place.js';
import { nameRange } from '../../context/sent/name-range.js';
import type { MessagePlace } from '../../context/sent/sent-kinds.js';
import { stepInBlock } from '../../flow/execution/step-blocks.js';

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
      // The compaction summarized no step.
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
