import { quote, type Check } from './check.js';
import { partsOf } from './loose-message.js';

/** How a provider wants the names of called tools; `inWords` follows 'which is not'. */
export interface ToolNameRules {
  pattern: RegExp;
  inWords: string;
  /** The provider is sent the name with the result too. */
  areResultsNamed?: boolean;
}

/** Every call names a tool by a name that a tool could have, whether or not there is one. */
export function checkToolNames({ pattern, inWords, areResultsNamed = false }: ToolNameRules): Check {
  return (messages, report) => {
    for (const [index, message] of messages.entries())
      for (const { type, toolName } of partsOf(message)) {
        if (type !== 'tool-call' && !(areResultsNamed && type === 'tool-result')) continue;
        if (typeof toolName !== 'string' || !pattern.test(toolName))
          report(index, `names the tool ${quote(toolName)}, which is not ${inWords}`);
      }
  };
}
