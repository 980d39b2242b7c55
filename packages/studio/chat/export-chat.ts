import type { HistoryMessage, HistoryPage } from '../../../views/conversation.js';
import { get, type Wire } from '../api/request.js';
import { saveFile } from '../parts/save-file.js';
import { STRINGS } from '../strings.js';
import { chatQuery, conversationPath, type ChatKey } from '../api/chat-messages.js';

const PAGE = 500;

export async function exportChat(
  { title, ...chat }: ChatKey & { title: string },
  format: 'markdown' | 'json',
): Promise<void> {
  const messages = await loadAll(chat);
  const name =
    title
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 60) || 'chat';
  if (format === 'json')
    saveFile(`${name}.json`, 'application/json', JSON.stringify({ ...chat, title, messages }, null, 2));
  else saveFile(`${name}.md`, 'text/markdown', toMarkdown(title, chat.flow, messages));
}

async function loadAll(chat: ChatKey): Promise<Wire<HistoryMessage>[]> {
  const pages: Wire<HistoryMessage>[][] = [];
  for (let before: string | undefined; ;) {
    const query = { ...chatQuery(chat), limit: PAGE, before };
    const page: Wire<HistoryPage> = await get<HistoryPage>(conversationPath(chat, '/messages'), { query });
    pages.push(page.messages.toReversed());
    if (page.next === null) return pages.toReversed().flat();
    before = page.next;
  }
}

function toMarkdown(title: string, flow: string, messages: readonly Wire<HistoryMessage>[]): string {
  const said = messages.map(({ role, text, attachments = [] }) => {
    const files = attachments.map(({ name }) => `- ${name}\n`).join('');
    return `## ${role === 'user' ? STRINGS.chat.you : flow}\n\n${files}${text}\n`;
  });
  return [`# ${title}\n`, ...said].join('\n');
}
