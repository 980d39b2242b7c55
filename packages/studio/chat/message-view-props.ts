import type { Approval, ChatKey, ChatMessage } from '../api/chat-messages.js';
import type { Phrase } from './find-phrase.js';
import type { AnchoredThread } from './use-anchors.js';
import type { Version } from './versions.js';

export interface MessageViewProps {
  chat: ChatKey;
  message: ChatMessage;
  isPlace: boolean;
  threads: readonly AnchoredThread[];
  isRunning: boolean;
  onRetry: (() => void) | undefined;
  onEdit: ((text: string) => void) | undefined;
  versions: readonly Version[];
  onGo: ((branch: number) => void) | undefined;
  onThread: (turnId: string, phrase: Phrase | undefined) => void;
  onApprove: (answer: Approval) => void;
}
