import type { Arithmetic, ExplainedMessage, ExplainedRange } from './explanation.js';

/** The differences between two explained calls, the first and the second. */
export interface ExplanationDiff {
  /** Only figures that differ; null: the call's policy kept none. */
  arithmetic: { name: keyof Arithmetic; first: number | null; second: number | null }[];
  /** Whether the system prompts differ. */
  isSystemChanged: boolean;
  tools: {
    isChanged: boolean;
    onlyInFirst: string[];
    onlyInSecond: string[];
  };
  messages: {
    onlyInFirst: ExplainedMessage[];
    onlyInSecond: ExplainedMessage[];
    /** The same message, sent in another form or at another cost. */
    changed: { first: ExplainedMessage; second: ExplainedMessage }[];
    /** How many messages are sent alike. */
    same: number;
  };
  left: {
    onlyInFirst: ExplainedRange[];
    onlyInSecond: ExplainedRange[];
    /** Left out by one rule from one place on, but another number of messages or tokens. */
    changed: { first: ExplainedRange; second: ExplainedRange }[];
  };
}
