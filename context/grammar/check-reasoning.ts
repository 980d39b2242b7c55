import type { GrammarCheck } from './run-checks.js';
import { listParts, type LoosePart } from './loose-message.js';
import { isRecord } from '../../protocol/is-record.js';

export interface ReasoningRules {
  own?: { provider: string; facts: readonly string[]; inWords: string };
  needsCompany?: boolean;
}

export function checkReasoning({ own, needsCompany }: ReasoningRules = {}): GrammarCheck {
  return (messages, report) => {
    for (const [index, message] of messages.entries()) {
      const parts = listParts(message);
      const thoughts = parts.filter(({ type }) => type === 'reasoning');
      if (thoughts.length === 0) continue;
      if (!thoughts.every(hasMark)) report(index, "has a thought without its provider's mark");
      else if (own && !thoughts.every((thought) => hasFact(thought, own)))
        report(index, `has a thought without ${own.inWords}`);
      if (needsCompany && thoughts.length === parts.length) report(index, 'has nothing but thoughts');
    }
  };
}

function hasMark({ providerOptions }: LoosePart): boolean {
  if (!isRecord(providerOptions)) return false;
  return Object.values(providerOptions).some((mark) => isRecord(mark) && Object.keys(mark).length > 0);
}

function hasFact(
  { providerOptions }: LoosePart,
  { provider, facts }: NonNullable<ReasoningRules['own']>,
): boolean {
  const mark = isRecord(providerOptions) ? providerOptions[provider] : undefined;
  return isRecord(mark) && facts.some((fact) => typeof mark[fact] === 'string' && mark[fact] !== '');
}
