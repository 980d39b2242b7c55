import type { Arithmetic, ExplainedMessage, ExplainedRange } from './explanation.js';

export interface ExplanationDiff {
  arithmetic: { name: keyof Arithmetic; first: number | null; second: number | null }[];
  isSystemChanged: boolean;
  tools: {
    isChanged: boolean;
    onlyInFirst: string[];
    onlyInSecond: string[];
  };
  messages: {
    onlyInFirst: ExplainedMessage[];
    onlyInSecond: ExplainedMessage[];
    changed: { first: ExplainedMessage; second: ExplainedMessage }[];
    same: number;
  };
  left: {
    onlyInFirst: ExplainedRange[];
    onlyInSecond: ExplainedRange[];
    changed: { first: ExplainedRange; second: ExplainedRange }[];
  };
}
