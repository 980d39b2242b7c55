import { quoteValue, type GrammarCheck, type Report } from './run-checks.js';
import { listPartsOfType, type LooseMessage } from './loose-message.js';

export interface ToolIdRules {
  form?: { pattern: RegExp; inWords: string };
  uniqueWithin: 'message' | 'request';
}

interface OpenCalls {
  index: number;
  isAnswered: Map<unknown, boolean>;
}

export function checkToolPairs(rules: ToolIdRules): GrammarCheck {
  return (messages, report) => {
    const taken = new Set<unknown>();
    let open: OpenCalls = { index: 0, isAnswered: new Map() };
    for (const [index, message] of messages.entries()) {
      if (message.role === 'tool') {
        for (const { toolCallId } of listPartsOfType(message, 'tool-result'))
          answer(open, toolCallId, (rule) => report(index, rule));
        continue;
      }
      reportUnanswered(open, report);
      if (rules.uniqueWithin === 'message') taken.clear();
      open = { index, isAnswered: new Map() };
      for (const id of listCallIds(message)) {
        const broken = describeId(id, rules) ?? (taken.has(id) ? 'which another call has' : undefined);
        if (broken) report(index, `has a tool call with the id ${quoteValue(id)}, ${broken}`);
        taken.add(id);
        open.isAnswered.set(id, false);
      }
    }
    reportUnanswered(open, report);
  };
}

function listCallIds(message: LooseMessage): unknown[] {
  if (message.role !== 'assistant') return [];
  return listPartsOfType(message, 'tool-call').map(({ toolCallId }) => toolCallId);
}

function describeId(id: unknown, { form }: ToolIdRules): string | undefined {
  if (typeof id !== 'string' || id.trim() === '') return 'which is not an id';
  return !form || form.pattern.test(id) ? undefined : `which is not ${form.inWords}`;
}

function answer({ isAnswered }: OpenCalls, id: unknown, report: (rule: string) => void): void {
  const state = isAnswered.get(id);
  if (state === undefined)
    report(`answers the tool call ${quoteValue(id)}, which the message before it does not have`);
  else if (state) report(`answers the tool call ${quoteValue(id)} a second time`);
  else isAnswered.set(id, true);
}

function reportUnanswered({ index, isAnswered }: OpenCalls, report: Report): void {
  for (const [id, state] of isAnswered)
    if (!state)
      report(
        index,
        `has the tool call ${quoteValue(id)}, which the tool messages directly after it do not answer`,
      );
}
