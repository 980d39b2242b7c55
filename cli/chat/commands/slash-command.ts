import type { TurnReceipt } from '../../../protocol/messages.js';
import type { QueueJump } from '../../../protocol/while-running.js';
import type { Chat } from '../chat.js';

/** A command as it was typed, and what it works with. */
export interface SlashCommandCall {
  chat: Chat;
  /** The text behind the command's name, without blanks around it; empty where there is none. */
  argument: string;
  /** Writes to the terminal, above what is being typed. */
  write: (text: string) => void;
  commands: readonly SlashCommand[];
}

/** The chat's next action after a command; undefined: it waits for the next line. */
export type AfterCommand =
  | { kind: 'leave' }
  /** Cancels the answer that is being written. */
  | { kind: 'cancel' }
  /** Puts a text into the prompt. */
  | { kind: 'edit'; text: string }
  | { kind: 'send'; text: string; whileRunning?: QueueJump }
  /** Shows a turn that the command began, like the answer to a message. */
  | { kind: 'follow'; turn: Pick<TurnReceipt, 'turnId' | 'executionId'> }
  | undefined;

/** A command of the chat, one file each in this folder, listed in `slash-commands.ts`. */
export interface SlashCommand {
  name: string;
  /** How `/help` writes what stands behind the name, such as `<text>`. */
  argument?: string;
  /** Its line in `/help`. */
  help: string;
  /** Whether it is obeyed while an answer is written; the others wait for the answer's end. */
  isObeyedDuringAnswers?: boolean;
  /** Whether it only shows something: then it does not wait for an answer that waits for a person. */
  isShowing?: boolean;
  /** Whether it ends the chat, also while another command is obeyed. */
  isLeaving?: boolean;
  /** Throws an error to be shown; the chat goes on. */
  obey: (call: SlashCommandCall) => AfterCommand | Promise<AfterCommand>;
}
