import type { TurnReceipt } from '../../../protocol/messages.js';
import type { QueueJump } from '../../../protocol/while-running.js';
import type { Chat } from '../chat.js';

export interface SlashCommandCall {
  chat: Chat;
  argument: string;
  write: (text: string) => void;
  commands: readonly SlashCommand[];
}

export type AfterCommand =
  | { kind: 'leave' }
  | { kind: 'cancel' }
  | { kind: 'edit'; turnId: string; text: string; files: Chat['files'] }
  | { kind: 'send'; text: string; whileRunning?: QueueJump }
  | { kind: 'follow'; turn: Pick<TurnReceipt, 'turnId' | 'executionId'> }
  | undefined;

export interface SlashCommand {
  name: string;
  argument?: string;
  help: string;
  isObeyedDuringAnswers?: boolean;
  isShowing?: boolean;
  isLeaving?: boolean;
  obey: (call: SlashCommandCall) => AfterCommand | Promise<AfterCommand>;
}
