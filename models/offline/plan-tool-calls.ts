import type { LanguageModelV3CallOptions, LanguageModelV3FunctionTool } from '@ai-sdk/provider';
import { contentWords, isQuestion, listSentences } from './words.js';

type JsonObject = Record<string, unknown>;

const MAX_JSON_LENGTH = 20_000;
const MAX_FITTED_LENGTH = 2_000;

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

/** A plain word as a name can be a coincidence, so it needs an imperative. */
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
  if (!request) return [];
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

/** The tool can reject an input without values that do not fit. */
export function buildToolInput(text: string, tool: LanguageModelV3FunctionTool): JsonObject {
  const nameAt = text.toLowerCase().indexOf(tool.name.toLowerCase());
  const afterName = nameAt === -1 ? '' : text.slice(nameAt + tool.name.length);
  const parsed = firstJsonObject(afterName) ?? firstJsonObject(text);
  return parsed ?? fitToSchema(text.slice(0, MAX_FITTED_LENGTH), afterName.slice(0, MAX_FITTED_LENGTH), tool);
}

function firstJsonObject(text: string): JsonObject | undefined {
  const start = text.indexOf('{');
  if (start === -1) return undefined;
  const end = endOfObject(text.slice(start, start + MAX_JSON_LENGTH));
  if (end === -1) return undefined;
  try {
    return JSON.parse(text.slice(start, start + end)) as JsonObject; // the text starts with a brace
  } catch {
    return undefined;
  }
}

function endOfObject(text: string): number {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isString && character === '\\') at += 1;
    else if (character === '"') isString = !isString;
    else if (!isString && character === '{') depth += 1;
    else if (!isString && character === '}' && --depth === 0) return at + 1;
  }
  return -1;
}

function fitToSchema(text: string, afterName: string, tool: LanguageModelV3FunctionTool): JsonObject {
  const properties = tool.inputSchema.properties ?? {};
  const required = tool.inputSchema.required ?? [];
  const texts = textCandidates(text, afterName, required.length > 0);
  const numbers = [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(([digits]) => Number(digits));
  const input: JsonObject = {};
  for (const name of required.length > 0 ? required : Object.keys(properties).slice(0, 1)) {
    const schema = properties[name];
    const value = valueFor(typeof schema === 'object' ? schema : {}, texts, numbers);
    if (value !== undefined) input[name] = value;
  }
  return input;
}

function valueFor(schema: { type?: unknown; enum?: unknown[] }, texts: string[], numbers: number[]): unknown {
  if (schema.enum)
    return schema.enum.find((value) => texts.some((text) => text.includes(String(value)))) ?? schema.enum[0];
  switch (schema.type) {
    case 'number':
    case 'integer':
      return numbers.shift();
    case 'boolean':
      return true;
    case 'string':
    case undefined:
      return texts.length > 1 ? texts.shift() : texts[0];
    default:
      return undefined;
  }
}

function textCandidates(text: string, afterName: string, isRequired: boolean): string[] {
  const quoted = [...text.matchAll(/"([^"\n]+)"|`([^`\n]+)`|“([^”\n]+)”|(?<!\w)'([^'\n]+)'(?!\w)/g)].map(
    ([, double, tick, curly, single]) => double ?? tick ?? curly ?? single ?? '',
  );
  const expression = longestExpression(text);
  const rest = afterName.replace(
    /^\W*(?:tool\s+)?(?:to (?:work out|find|compute|get)|to|for|about|on|with|of|and)?\s*/i,
    '',
  );
  const fallback = isRequired ? [rest.replace(/[.?!\s]+$/, '') || text] : [];
  return [...quoted, ...(expression ? [expression] : []), ...fallback];
}

function longestExpression(text: string): string | undefined {
  const runs = [...text.matchAll(/[\d+\-*/%^().,\s×÷]+/g)]
    .map(([run]) => run.trim().replace(/^[.,\s]+|[.,\s]+$/g, ''))
    .filter((run) => /\d/.test(run) && /\d\)*\s*[-+*/%^×÷]\s*[-(]*\d/.test(run.replace(/\s/g, '')));
  return runs.sort((a, b) => b.length - a.length)[0];
}
