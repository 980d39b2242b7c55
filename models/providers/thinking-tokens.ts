import type { ReasoningEffort } from '../../protocol/call-settings.js';

/** The same numbers as in Google's OpenAI-compatible endpoint. */
export const THINKING_TOKENS: Readonly<Record<ReasoningEffort, number>> = {
  none: 0,
  minimal: 1_024,
  low: 1_024,
  medium: 8_192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
};
