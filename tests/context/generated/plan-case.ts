import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { TemplateRules } from '../../../context/grammar/request-template.js';
import { findGrammar, type Grammar } from '../../../context/grammar/grammar.js';
import { DEFAULT_CONTEXT_SETTINGS } from '../../../context/plan/settings.js';
import {
  planTranscript,
  type TranscriptInput,
  type TranscriptPlan,
} from '../../../context/transcript/plan-transcript.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { countOnce } from './count-once.js';
import { createCounting } from '../../../models/counting/model-counting.js';

export interface PlannedCase {
  input: TranscriptInput;
  plan: TranscriptPlan;
  grammar: Grammar;
  counts: { all: number; perMessage: number };
}

const PLAIN = createCounting({ tokenFactor: 1, factorSource: 'assumed' });

export function planCase(input: TranscriptInput, template?: TemplateRules): PlannedCase | undefined {
  const counts = { all: 0, perMessage: 0 };
  const perMessage = new Map<ModelMessage, number>(input.messages.map((message) => [message, 0]));
  const countMessage = (message: ModelMessage): number => {
    const times = (perMessage.get(message) ?? 0) + 1;
    if (perMessage.has(message)) perMessage.set(message, times);
    counts.all += 1;
    counts.perMessage = Math.max(counts.perMessage, perMessage.get(message) ?? 0);
    return countOnce(message);
  };
  try {
    const plan = planTranscript(input, {
      findCounting: () => ({ ...PLAIN, plain: { countText: countTextTokens, countMessage } }),
      lookUpModel: (model) => ({ ...lookUpModel(model), ...(template && { template }) }),
      settings: DEFAULT_CONTEXT_SETTINGS,
    });
    return { input, plan, grammar: input.settings?.grammar ?? findGrammar(input.model), counts };
  } catch (error) {
    if (error instanceof Error && error.message.includes('every call would be compacted')) return undefined;
    throw error;
  }
}

export function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member as unknown);
  return value;
}
