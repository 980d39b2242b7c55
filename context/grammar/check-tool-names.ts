import { quoteValue, type GrammarCheck } from './run-checks.js';
import { listParts } from './loose-message.js';

/** How a provider wants the names of called tools; `inWords` follows 'which is not'. */
export interface ToolNameRules {
  pattern: RegExp;
  inWords: string;
  /** The provider is sent the name with the result too. */
  areResultsNamed?: boolean;
}

/** Every call names a tool by a name that a tool could have, whether or not there is one. */
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
