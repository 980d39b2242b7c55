import type { LanguageModelV3Prompt } from '@ai-sdk/provider';
import { OFFLINE_LABEL } from './reply-wording.js';
import { readAskedTokens, summarizeContext } from './summarize-context.js';

const BLOCK = /^(<<<[A-Z]+(?: \w+)?>>>)\n\{"summary":"[^\n]*\}\n(<<<[A-Z]+(?: \w+)?>>>)$/m;
const DEFAULT_TOKENS = 500;
const PREFIX = /^\[Conversation summary[^\n]*\]\n(?:\[A record[^\n]*\]\n)?/;
const TITLE_WORDS = 6;

export function appendedSummary(prompt: LanguageModelV3Prompt): string {
  const directive = prompt.findLast(({ role, content }) => role === 'system' && BLOCK.test(String(content)));
  if (directive?.role !== 'system') return '';
  const [, open = '', close = ''] = BLOCK.exec(directive.content) ?? [];
  const tokens = readAskedTokens(directive.content) ?? DEFAULT_TOKENS;
  const said = prompt.flatMap((message): LanguageModelV3Prompt => {
    if (message.role === 'user' || message.role === 'assistant') return [message];
    if (message.role !== 'system' || !PREFIX.test(message.content)) return [];
    const content = message.content.replace(PREFIX, '').replaceAll(/^(?:> )?\[Topic: [^\]\n]*\] /gm, '');
    return [{ ...message, content }];
  });
  const statements = summarizeContext(said, Math.floor(tokens * 0.8));
  const lines = statements.replaceAll(/^- /gm, '').split('\n').join(' ');
  const summary = lines.startsWith(OFFLINE_LABEL) ? '' : `[Topic: Conversation] ${lines}`;
  const title = directive.content.includes('"title"') ? makeTitle(lines) : undefined;
  return `\n${open}\n${JSON.stringify({ summary, title })}\n${close}`;
}

function makeTitle(text: string): string {
  return text
    .split(/\s+/)
    .slice(0, TITLE_WORDS)
    .join(' ')
    .replace(/[.,;:!?]+$/, '');
}
