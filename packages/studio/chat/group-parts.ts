import { isToolUIPart, type UIMessage } from 'ai';

export type Part = UIMessage['parts'][number];

const LEAST_CALLS = 3;

export function groupParts(parts: readonly Part[]): { before: Part[]; work: Part[]; after: Part[] } {
  const isCall = (part: Part): boolean => isToolUIPart(part) && part.state !== 'approval-requested';
  if (parts.filter(isCall).length < LEAST_CALLS) return { before: [...parts], work: [], after: [] };
  const [first, last] = [parts.findIndex(isCall), parts.findLastIndex(isCall) + 1];
  const between = parts.slice(first, last);
  return {
    before: parts.slice(0, first),
    work: between.filter((part) => !isQuestion(part)),
    after: [...between.filter(isQuestion), ...parts.slice(last)],
  };
}

function isQuestion(part: Part): boolean {
  return part.type === 'data-question' || (isToolUIPart(part) && part.state === 'approval-requested');
}
