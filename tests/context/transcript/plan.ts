import type { ModelMessage } from '@ai-sdk/provider-utils';
import { DEFAULT_CONTEXT_SETTINGS, type ContextSettings } from '../../../context/plan/settings.js';
import {
  planTranscript,
  type TranscriptPlan,
  type TranscriptSettings,
} from '../../../context/transcript/plan-transcript.js';
import { countMessagesTokens } from '../../../models/counting/count-tokens.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { findCounting } from '../../../models/counting/model-counting.js';

export interface PlanOptions {
  model?: string;
  context?: Partial<ContextSettings>;
  tokenFactor?: number;
}

export function planOf(
  messages: readonly ModelMessage[],
  { system, ...settings }: TranscriptSettings & { system?: string } = {},
  { model = 'gpt-4o', context, tokenFactor }: PlanOptions = {},
): TranscriptPlan {
  return planTranscript(
    { model, messages, system, settings },
    {
      findCounting: (name) => ({ ...findCounting(name), ...(tokenFactor !== undefined && { tokenFactor }) }),
      lookUpModel,
      settings: { ...DEFAULT_CONTEXT_SETTINGS, ...context },
    },
  );
}

export function withBudget(
  budget: number,
  { system = [], ...more }: TranscriptSettings & { system?: readonly ModelMessage[] } = {},
): TranscriptSettings {
  const reserve = 10;
  return {
    contextWindow: budget + reserve + countMessagesTokens(system),
    maxOutputTokens: reserve,
    compaction: false,
    ...more,
  };
}

export function spoken(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.filter(({ role }) => role !== 'system');
}

export const tokensOf = countMessagesTokens;
