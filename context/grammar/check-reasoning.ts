import type { GrammarCheck } from './run-checks.js';
import { isObject, listParts, type LoosePart } from './loose-message.js';

/** The form in which a provider takes thoughts back. */
export interface ReasoningRules {
  /** A thought must carry the id of the item that it was. */
  needsItemId?: boolean;
  /** A message with thoughts must also have a text or a tool call. */
  needsCompany?: boolean;
}

/** Requires that thoughts carry the mark of the provider that made them. */
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
  return listMarks(thought).some((mark) => Object.keys(mark).length > 0);
}

function hasItemId(thought: LoosePart): boolean {
  return listMarks(thought).some(({ itemId }) => typeof itemId === 'string' && itemId !== '');
}

/** The marks on a thought, one for each provider. */
function listMarks({ providerOptions }: LoosePart): Readonly<Record<string, unknown>>[] {
  return isObject(providerOptions) ? Object.values(providerOptions).filter(isObject) : [];
}
