import type { ModelMessage } from '@ai-sdk/provider-utils';
import { isResponseItem } from '../../context/transcript/read-response-item.js';
import { GRAMMARS } from '../../context/grammar/grammar.js';
import type { TranscriptInput, TranscriptSettings } from '../../context/transcript/plan-transcript.js';

const ROLES: readonly unknown[] = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];
const OVERSIZE: readonly unknown[] = ['cut', 'refuse'];

const SETTINGS: Readonly<Record<keyof TranscriptSettings, (value: unknown) => string | undefined>> = {
  contextWindow: describeTokens,
  maxOutputTokens: describeTokens,
  tools: describeTools,
  grammar: (value) => describeChoice(value, GRAMMARS),
  oversize: (value) => describeChoice(value, OVERSIZE),
  compaction: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  history: describeHistory,
};

export function readPlanLine(line: unknown): TranscriptInput {
  if (!isObject(line)) throw new Error("A line must be an object with 'model' and 'messages'");
  const { model, messages, system, above, settings } = line;
  if (typeof model !== 'string')
    throw new Error(
      `Field 'model' ${model === undefined ? 'is missing' : 'is not a string'}: pass the name of a model`,
    );
  if (!Array.isArray(messages))
    throw new Error(
      `Field 'messages' ${messages === undefined ? 'is missing' : 'is not a list'}: pass the messages, oldest first`,
    );
  messages.forEach(checkMessage);
  checkSettings(settings);
  checkAbove(above);
  return {
    model,
    messages: messages as ModelMessage[],
    system: readSystem(system),
    above: above == null ? undefined : (above as TranscriptInput['above']),
    settings: settings == null ? undefined : (withoutNulls(settings) as TranscriptSettings),
  };
}

function readSystem(system: unknown): string | undefined {
  if (system == null) return undefined;
  if (typeof system === 'string') return system;
  if (!Array.isArray(system) || !system.every((block) => isObject(block) && typeof block.text === 'string'))
    throw new Error("Field 'system' is neither a text nor a list of blocks of text");
  return (system as { text: string }[]).map(({ text }) => text).join('\n\n');
}

function checkAbove(above: unknown): void {
  if (above == null) return;
  if (!Array.isArray(above)) throw new Error("Field 'above' is not a list: pass the ancestors, root first");
  for (const [depth, level] of (above as unknown[]).entries()) {
    const broken = describeLevel(level);
    if (broken) throw new Error(`Level ${depth} of 'above' ${broken}`);
  }
}

function describeLevel(level: unknown): string | undefined {
  if (!isObject(level)) return 'is not an object';
  const { messages, anchor, summary } = level;
  if (!Array.isArray(messages) || !messages.every(isMessage))
    return "has no 'messages', each with a role, user or assistant, and a text as its content";
  if (!isObject(anchor) || !isPlace(anchor.message)) return "has no 'anchor' with the number of a 'message'";
  for (const offset of [anchor.start, anchor.end])
    if (offset !== undefined && !Number.isSafeInteger(offset)) return 'has an anchor with an invalid offset';
  if (summary === undefined) return undefined;
  const isSummary = isObject(summary) && typeof summary.text === 'string' && isPlace(summary.coversThrough);
  return isSummary ? undefined : "has a 'summary' without a 'text' and the message that it 'coversThrough'";
}

function isMessage(message: unknown): boolean {
  if (!isObject(message) || typeof message.content !== 'string') return false;
  return message.role === 'user' || message.role === 'assistant';
}

function isPlace(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

function checkMessage(message: unknown, index: number): void {
  if (!isObject(message)) throw new Error(`Message ${index} is not an object`);
  if (isResponseItem(message)) return;
  const { role, content } = message;
  if (!ROLES.includes(role))
    throw new Error(
      `Message ${index} has ${role === undefined ? 'no role' : `the role ${shown(role)}`}: it must be ${ROLES.join(', ')}`,
    );
  if (content == null || Array.isArray(content)) return;
  if (typeof content === 'string' || typeof content === 'number') return;
  throw new Error(`Message ${index} has a content that is neither a text nor a list`);
}

function checkSettings(settings: unknown): void {
  if (settings == null) return;
  if (!isObject(settings)) throw new Error("Field 'settings' is not an object");
  for (const [name, value] of Object.entries(settings)) {
    // 'constructor' is not a setting.
    if (!Object.hasOwn(SETTINGS, name))
      throw new Error(`Setting '${name}' is unknown: known are ${Object.keys(SETTINGS).join(', ')}`);
    const broken = value == null ? undefined : SETTINGS[name as keyof TranscriptSettings](value);
    if (broken) throw new Error(`Setting '${name}' ${broken}`);
  }
}

function withoutNulls(settings: object): object {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}

const HISTORY: readonly string[] = ['messages', 'tokens', 'characters', 'messageCharacters'];

function describeHistory(history: unknown): string | undefined {
  if (!isObject(history)) return 'must be an object';
  for (const [name, value] of Object.entries(history)) {
    if (!HISTORY.includes(name)) return `has the unknown field '${name}': known are ${HISTORY.join(', ')}`;
    if (value !== null && !(Number.isSafeInteger(value) && Number(value) >= 0))
      return `has a '${name}' that is not a whole number of at least 0`;
  }
  return undefined;
}

function describeTools(tools: unknown): string | undefined {
  if (!Array.isArray(tools)) return 'must be a list of tools';
  for (const [index, tool] of (tools as unknown[]).entries()) {
    const broken = describeTool(tool);
    if (broken) return `has the tool ${index}, which ${broken}`;
  }
  return undefined;
}

function describeTool(tool: unknown): string | undefined {
  if (!isObject(tool)) return 'is not an object';
  const { name, description, inputSchema } = tool;
  if (typeof name !== 'string' || name === '') return "has no 'name'";
  if (description !== undefined && typeof description !== 'string')
    return "has a 'description' that is not a string";
  return isObject(inputSchema) ? undefined : "has no 'inputSchema', a JSON schema";
}

function describeTokens(value: unknown): string | undefined {
  const tokens = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof tokens === 'number' && tokens >= 1) return undefined;
  return `is ${shown(value)}: it must be a number of tokens of at least 1`;
}

function describeChoice(value: unknown, choices: readonly unknown[]): string | undefined {
  return choices.includes(value) ? undefined : `is ${shown(value)}: it must be ${choices.join(', ')}`;
}

function shown(value: unknown): string {
  return `'${(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 40).toWellFormed()}'`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
