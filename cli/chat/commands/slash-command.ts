import type { TurnReceipt } from '../../../protocol/messages.js';
import type { QueueJump } from '../../../protocol/while-running.js';
import type { Chat } from '../chat.js';

export interface SlashCommandCall {
  chat: Chat;
  /** The trimmed text after the command's name. */
  argument: string;
  /** Writes above the line being typed. */
  write: (text: string) => void;
  commands: readonly SlashCommand[];
}

/** The next action of the chat after a command; undefined waits for the next line. */
export type AfterCommand =
  | { kind: 'leave' }
  | { kind: 'cancel' }
  | { kind: 'edit'; text: string }
  | { kind: 'send'; text: string; whileRunning?: QueueJump }
  /** Shows a turn that the command started, like an answer. */
  | { kind: 'follow'; turn: Pick<TurnReceipt, 'turnId' | 'executionId'> }
  | undefined;

/** A chat command, one per file in this folder, listed in `slash-commands.ts`. */
export interface SlashCommand {
  name: string;
  /** How `/help` shows the argument, such as `<text>`. */
  argument?: string;
  help: string;
  /** Whether it runs during an answer; other commands wait for the answer's end. */
  isObeyedDuringAnswers?: boolean;
  /** Whether it only shows something, so it also runs while a turn waits for a person. */
  isShowing?: boolean;
  /** Whether it ends the chat, even while another command runs. */
  isLeaving?: boolean;
  /** May throw an error to show; the chat continues. */
  obey: (call: SlashCommandCall) => AfterCommand | Promise<AfterCommand>;
}
