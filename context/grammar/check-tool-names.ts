import { quoteValue, type GrammarCheck } from './run-checks.js';
import { listParts } from './loose-message.js';

/** The form in which a provider takes the names of called tools; `inWords` follows 'which is not'. */
export interface ToolNameRules {
  pattern: RegExp;
  inWords: string;
  /** The provider is sent the name with each result, too. */
  areResultsNamed?: boolean;
}

/** Requires of every call a name that a tool could have, whether or not there is such a tool. */
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
