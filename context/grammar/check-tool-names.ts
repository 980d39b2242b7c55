import { quoteValue, type GrammarCheck } from './run-checks.js';
import { listParts } from './loose-message.js';

export interface ToolNameRules {
  pattern: RegExp;
  inWords: string;
  areResultsNamed?: boolean;
}

export function checkToolNames({ pattern, inWords, areResultsNamed = false }: ToolNameRules): GrammarCheck {
  return (messages, report) => {
    for (const [index, message] of messages.entries())
      for (const { type, toolName } of listParts(message)) {
        if (type !== 'tool-call' && !(areResultsNamed && type === 'tool-result')) continue;
        if (typeof toolName !== 'string' || !pattern.test(toolName))
          report(index, `names the tool ${quoteValue(toolName)}, which is not ${inWords}`);
      }
  };
}
