import type { ForeignMessage } from '../../store/conversation/import-conversation.js';

export interface RecallLine {
  readonly messages: readonly ForeignMessage[];
  readonly questions: readonly RecallQuestion[];
}

export interface RecallQuestion {
  readonly question: string;
  readonly type?: string;
  readonly answer?: string;
  /** The numbers of the messages with the answer, from 1. */
  readonly evidence: readonly number[];
}

export function readRecallLine(line: unknown): RecallLine {
  if (!isObject(line)) throw new Error("A line must be an object with 'messages' and 'questions'");
  const { messages, questions } = line;
  if (!Array.isArray(messages) || messages.length === 0)
    throw new Error("Field 'messages' is not a non-empty list: pass the messages, oldest first");
  if (!Array.isArray(questions)) throw new Error("Field 'questions' is not a list: pass the questions");
  const places = new Map<string, number>();
  const read = messages.map((message: unknown, index) => {
    const id = isObject(message) ? readId(message.id) : undefined;
    if (id === undefined) throw new Error(`Message ${index} has no 'id': pass a text or a number`);
    if (places.has(id)) throw new Error(`Message ${index} has the duplicate 'id' ${quote(id)}`);
    places.set(id, index + 1);
    return readMessage(message, index);
  });
  return {
    messages: read,
    questions: questions.map((question, index) => readQuestion(question, { index, places })),
  };
}

function readMessage(message: unknown, index: number): ForeignMessage {
  if (!isObject(message)) throw new Error(`Message ${index} is not an object`);
  const { role, text, name, time } = message;
  if (role !== 'user' && role !== 'assistant')
    throw new Error(`Message ${index} has the role ${quote(role)}: it must be user or assistant`);
  if (typeof text !== 'string') throw new Error(`Message ${index} has no 'text'`);
  if (name != null && typeof name !== 'string')
    throw new Error(`Message ${index} has a 'name' that is not a string`);
  const at = readTime(time);
  if (at === null)
    throw new Error(
      `Message ${index} has the invalid time ${quote(time)}: pass one like 2024-05-01T09:30:00Z`,
    );
  return { role, text, name: name ?? undefined, at };
}

function readQuestion(
  question: unknown,
  { index, places }: { index: number; places: ReadonlyMap<string, number> },
): RecallQuestion {
  if (!isObject(question)) throw new Error(`Question ${index} is not an object`);
  const { question: text, evidence, type, answer } = question;
  if (typeof text !== 'string') throw new Error(`Question ${index} has no 'question'`);
  if (!Array.isArray(evidence) || evidence.length === 0)
    throw new Error(`Question ${index} has no 'evidence': pass the ids of the messages that answer it`);
  const found = evidence.map((id: unknown) => {
    const place = places.get(readId(id) ?? '');
    if (place === undefined)
      throw new Error(`Question ${index} has the evidence ${quote(id)}, which is not the 'id' of a message`);
    return place;
  });
  for (const [field, value] of Object.entries({ type, answer }))
    if (value != null && typeof value !== 'string')
      throw new Error(`Question ${index} has the '${field}' ${quote(value)}, which is not a string`);
  return { question: text, evidence: found, type: asText(type), answer: asText(answer) };
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readTime(time: unknown): Date | null | undefined {
  if (time == null) return undefined;
  if (typeof time !== 'string' && typeof time !== 'number') return null;
  const at = new Date(time);
  // Postgres timestamps accept no other years.
  return at.getTime() >= 0 && at.getUTCFullYear() <= 9999 ? at : null;
}

/** `3` and `"3"` name the same message. */
function readId(id: unknown): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined');
  return `'${text.slice(0, 40).toWellFormed()}'`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
