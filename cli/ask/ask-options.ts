import type { WhileRunning } from '../../protocol/while-running.js';
import type { ConversationOptions } from '../program/options.js';

export type AskOptions = ConversationOptions & {
  whileRunning: WhileRunning;
  attach?: readonly string[];
  data?: string;
  output?: string;
};
