import { cleanMessage } from '../../context/hygiene/clean-message.js';
import type { ForeignTranscript } from '../../context/transcript/formats/transcript-format.js';
import { readMessages } from '../../context/transcript/read-messages.js';
import { countMessagesTokens, countTextTokens } from '../../models/counting/count-tokens.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { processJsonLines, type JsonLines } from '../input/json-lines.js';
import { readTranscripts } from '../input/read-transcripts.js';

const ROLES: readonly unknown[] = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];
/** A number counts as its text, missing content as nothing. */
const PLAIN: readonly string[] = ['string', 'number', 'undefined'];
const MAX_SHOWN_CHARACTERS = 40;
const ACCEPTED =
  'give { "text": string }, or a message { "role": "system", "user", "assistant" or "tool", "content": string, number, list or null }';

export async function count({
  format,
  ...streams
}: Pick<JsonLines, 'input' | 'output'> & { format?: string | undefined }): Promise<number> {
  const records = readTranscripts({
    format,
    ownFields: ['text', 'role'],
    handleOwn: countLine,
    handleForeign: countTranscript,
  });
  const { failed } = await processJsonLines({ ...streams, ...records });
  return failed > 0 ? EXIT_CODES.failed : EXIT_CODES.ok;
}

function countTranscript({
  id,
  format,
  system,
  messages: given,
  warnings,
}: ForeignTranscript & { format: string }): object {
  const apart = system === undefined ? [] : [{ role: 'system', content: system }];
  const read = readMessages([...apart, ...given.map(({ message }) => message)]);
  return {
    id,
    format,
    messages: read.messages.length,
    tokens: countMessagesTokens(read.messages),
    warnings: [...warnings, ...read.warnings],
  };
}

export function countLine(value: unknown): { tokens: number; warnings?: string[] } {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Error(`The line is ${nameKind(value)}, not an object: ${ACCEPTED}`);
  const { text, role, content } = value as Record<string, unknown>;
  if (typeof text === 'string') return { tokens: countTextTokens(text) };
  if (text !== undefined && role === undefined)
    throw new Error(`The text is ${nameKind(text)}, not a string: ${ACCEPTED}`);
  if (!ROLES.includes(role)) throw new Error(`${describeRole(role)}: ${ACCEPTED}`);
  if (
    typeof content === 'object'
      ? content !== null && !Array.isArray(content)
      : !PLAIN.includes(typeof content)
  )
    throw new Error(`The content of the message is ${nameKind(content)}: ${ACCEPTED}`);
  const { messages, warnings } = readMessages([value], { nameMessage: () => 'The message' });
  const noteUnknown = (type: string): unknown =>
    warnings.push(`The message has a part of the unknown type '${type.slice(0, MAX_SHOWN_CHARACTERS)}'`);
  for (const message of messages) cleanMessage(message, { onUnknownPart: noteUnknown });
  const tokens = countMessagesTokens(messages);
  return warnings.length > 0 ? { tokens, warnings } : { tokens };
}

function describeRole(role: unknown): string {
  if (role === undefined) return "The object has neither 'text' nor 'role'";
  if (typeof role !== 'string') return `The role is ${nameKind(role)}, not a string`;
  return `Unknown role '${role.slice(0, MAX_SHOWN_CHARACTERS)}'`;
}

function nameKind(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
