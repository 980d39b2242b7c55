import type { WhileRunning } from '../../protocol/while-running.js';
import type { ConversationOptions } from '../program/options.js';

/** Options of `threadline ask`. */
export type AskOptions = ConversationOptions & {
  whileRunning: WhileRunning;
  /** Paths of files that go with the message. */
  attach?: readonly string[];
  /** A JSON object, or `@path`. */
  data?: string;
  /** Path of the JSON Schema of an object that is to be the answer. */
  output?: string;
};
