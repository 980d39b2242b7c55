import type { WhileRunning } from '../../protocol/while-running.js';
import type { ConversationOptions } from '../program/options.js';

export type AskOptions = ConversationOptions & {
  whileRunning: WhileRunning;
  attach?: readonly string[];
  /** A JSON object, or `@path`. */
  data?: string;
  output?: string;
};
