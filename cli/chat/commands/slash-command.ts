import type { TurnReceipt } from '../../../protocol/messages.js';
import type { QueueJump } from '../../../protocol/while-running.js';
import type { Chat } from '../chat.js';

export interface SlashCommandCall {
  chat: Chat;
  argument: string;
  write: (text: string) => void;
  commands: readonly SlashCommand[];
}

/** Undefined waits for the next line. */
export type AfterCommand =
  | { kind: 'leave' }
  | { kind: 'cancel' }
  | { kind: 'edit'; text: string }
  | { kind: 'send'; text: string; whileRunning?: QueueJump }
  | { kind: 'follow'; turn: Pick<TurnReceipt, 'turnId' | 'executionId'> }
  | undefined;

/** One per file in this folder, listed in `slash-commands.ts`. */
export interface SlashCommand {
  name: string;
  argument?: string;
  help: string;
  /** Other commands wait for the answer's end. */
  isObeyedDuringAnswers?: boolean;
  /** Also runs while a turn waits for a person. */
  isShowing?: boolean;
  isLeaving?: boolean;
  /** The chat shows a thrown error and continues. */
  obey: (call: SlashCommandCall) => AfterCommand | Promise<AfterCommand>;
}
