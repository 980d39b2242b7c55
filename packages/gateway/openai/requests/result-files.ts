import type { ChatMessage, UserMessage } from './message-schema.js';
import { joinText } from './join-text.js';

type ToolMessage = Extract<ChatMessage, { role: 'tool' }>;
type FilePart = Exclude<Exclude<UserMessage['content'], string>[number], { type: 'text' }>;

/** Few providers accept files in tool results, so they move to the user's message. */
export function resultFiles({ content }: ToolMessage): FilePart[] {
  return typeof content === 'string' ? [] : content.filter((part) => part.type !== 'text');
}

export function resultText(message: ToolMessage): string {
  const files = resultFiles(message).length;
  const note = files === 0 ? [] : [`[Images and files: ${files}, attached to the user's message]`];
  return [joinText(message.content), ...note].filter((text) => text !== '').join('\n\n');
}
