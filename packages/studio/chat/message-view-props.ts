import type { Approval, ChatKey, ChatMessage } from './chat-messages.js';
import type { Phrase } from './find-phrase.js';
import type { AnchoredThread } from './use-anchors.js';
import type { Version } from './versions.js';

export interface MessageViewProps {
  chat: ChatKey;
  message: ChatMessage;
  isPlace: boolean;
  threads: readonly AnchoredThread[];
  isRunning: boolean;
  /** Absent if the answer cannot be regenerated here. */
  onRetry: (() => void) | undefined;
  /** Absent if the message cannot be edited here. */
  onEdit: ((text: string) => void) | undefined;
  /** Alternative turns; empty if it is the only one. */
  versions: readonly Version[];
  /** Absent while an answer is running. */
  onGo: ((branch: number) => void) | undefined;
  /** Anchors a thread to the selection, or to the whole answer. */
  onThread: (turnId: string, phrase: Phrase | undefined) => void;
  onApprove: (answer: Approval) => void;
}
