import type { LanguageModelV3CallOptions, LanguageModelV3FunctionTool } from '@ai-sdk/provider';
import { buildToolInput } from './build-tool-input.js';
import { contentWords, isQuestion, listSentences } from './words.js';

export interface PlannedToolCall {
  readonly toolName: string;
  readonly input: string;
}

const IMPERATIVE =
  /\b(?:use|call|run|invoke|execute|get|fetch|find|search|look|show|read|write|save|list|open|calculate|compute|convert|send|check|create|spawn|delegate)\b/i;

export function planToolCalls(
  text: string,
  { tools = [], toolChoice }: Pick<LanguageModelV3CallOptions, 'tools' | 'toolChoice'>,
): PlannedToolCall[] {
  const offered = tools.filter((tool) => tool.type === 'function');
  if (toolChoice?.type === 'none' || offered.length === 0) return [];
  const forced =
    toolChoice?.type === 'tool' ? offered.filter(({ name }) => name === toolChoice.toolName) : [];
  const named = offered.filter((tool) => isNamed(text, tool.name));
  const chosen = [forced, named, mostAlike(text, offered)].find((list) => list.length > 0) ?? [];
  const calls = chosen.length === 0 && toolChoice?.type === 'required' ? offered.slice(0, 1) : chosen;
  return calls.map((tool) => ({ toolName: tool.name, input: JSON.stringify(buildToolInput(text, tool)) }));
}

/** A compound name is never chance; a plain word needs an imperative. */
function isNamed(text: string, name: string): boolean {
  const place = indexOfName(text, name);
  if (place === -1) return false;
  const isPlainWord = /^[a-z]+$/i.test(name);
  return IMPERATIVE.test(text) && (!isPlainWord || place === 0 || IMPERATIVE.test(text.slice(0, place)));
}

function indexOfName(text: string, name: string): number {
  const escaped = name.replace(/[\\^$*+?.()|[\]{}]/g, '\\$&');
  return text.search(new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`, 'i'));
}

function mostAlike(
  text: string,
  tools: readonly LanguageModelV3FunctionTool[],
): LanguageModelV3FunctionTool[] {
  const request = listSentences(text).findLast(
    (sentence) => isQuestion(sentence) || IMPERATIVE.test(sentence),
  );
  if (request === undefined) return [];
  const asked = [...contentWords(request)];
  let best: LanguageModelV3FunctionTool | undefined;
  let bestShared = 0;
  for (const tool of tools) {
    const nameWords = contentWords(tool.name.replace(/[_-]|(?<=[a-z])(?=[A-Z])/g, ' '));
    const words = new Set([...nameWords, ...contentWords(tool.description ?? '')]);
    const shared = asked.filter((word) => words.has(word)).length;
    const isAbout = asked.some((word) => nameWords.has(word));
    const isStrong = shared > 0 && (shared === asked.length || (shared >= 2 && IMPERATIVE.test(request)));
    if (!isAbout || !isStrong || shared <= bestShared) continue;
    best = tool;
    bestShared = shared;
  }
  return best ? [best] : [];
}
