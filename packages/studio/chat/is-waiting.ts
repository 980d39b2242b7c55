import { isToolUIPart } from 'ai';
import type { ChatMessage } from './chat-messages.js';

/** Whether an answer waits for a person, or for a tool that a page runs. */
export function isWaiting({ parts }: Pick<ChatMessage, 'parts'>): boolean {
  return parts.some((part) => {
    if (part.type === 'data-question') return true;
    return isToolUIPart(part) && !part.state.startsWith('output-');
  });
}
