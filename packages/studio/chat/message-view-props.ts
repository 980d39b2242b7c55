import type { Approval, ChatKey, ChatMessage } from './chat-messages.js';
import type { Phrase } from './find-phrase.js';
import type { AnchoredThread } from './use-anchors.js';
import type { Version } from './versions.js';

export interface MessageViewProps {
  chat: ChatKey;
  message: ChatMessage;
  /** The chat was opened at this message. */
  isPlace: boolean;
  /** Anchored to this message. */
  threads: readonly AnchoredThread[];
  isRunning: boolean;
  /** Absent if the answer cannot be regenerated here. */
  onRetry: (() => void) | undefined;
  /** Absent if the message cannot be edited here. */
  onEdit: ((text: string) => void) | undefined;
  /** Alternative turns in this place; empty if it is the only one. */
  versions: readonly Version[];
  /** Switches to a branch. Absent while an answer is running. */
  onGo: ((branch: number) => void) | undefined;
  /** Opens a thread on the selection in an answer, or on all of it. */
  onThread: (turnId: string, phrase: Phrase | undefined) => void;
  onApprove: (answer: Approval) => void;
}
