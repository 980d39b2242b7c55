import type { GrammarCheck } from './run-checks.js';
import { isObject, listParts, type LoosePart } from './loose-message.js';

/** How a provider wants thoughts back. */
export interface ReasoningRules {
  /** By the id of the item that they were. */
  needsItemId?: boolean;
  /** Together with what came of them: a text or a tool call. */
  needsCompany?: boolean;
}

/** Thoughts go back only with the mark of the provider that made them. */
export function checkReasoning(rules: ReasoningRules = {}): GrammarCheck {
  return (messages, report) => {
    for (const [index, message] of messages.entries()) {
      const parts = listParts(message);
      const thoughts = parts.filter(({ type }) => type === 'reasoning');
      if (thoughts.length === 0) continue;
      if (!thoughts.every(hasMark)) report(index, "has a thought without its provider's mark");
      else if (rules.needsItemId && !thoughts.every(hasItemId))
        report(index, 'has a thought without an item id');
      if (rules.needsCompany && thoughts.length === parts.length) report(index, 'has nothing but thoughts');
    }
  };
}

function hasMark(thought: LoosePart): boolean {
  return marksOf(thought).some((mark) => Object.keys(mark).length > 0);
}

function hasItemId(thought: LoosePart): boolean {
  return marksOf(thought).some(({ itemId }) => typeof itemId === 'string' && itemId !== '');
}

/** What each provider noted. */
function marksOf({ providerOptions }: LoosePart): Readonly<Record<string, unknown>>[] {
  return isObject(providerOptions) ? Object.values(providerOptions).filter(isObject) : [];
}
