import type { ExplainedMessage } from '../../../context/explain/explanation.js';

export interface CallDifference {
  name: string;
  role: ExplainedMessage['role'];
  before: Sent | null;
  after: Sent | null;
  /** The beginning of the message. If both calls sent it, the later call's. */
  text: string;
}

interface Sent {
  tokens: number;
  form: ExplainedMessage['form']['kind'];
}

/** Returns messages of only the earlier call first, then the later call's order. */
export function compareCalls(
  before: readonly ExplainedMessage[],
  after: readonly ExplainedMessage[],
): CallDifference[] {
  const left = toKeyed(before);
  const right = toKeyed(after);
  const gone = [...left].flatMap(([key, one]) => (right.has(key) ? [] : toDifference(one, undefined)));
  const others = [...right].flatMap(([key, one]) => toDifference(left.get(key), one));
  return [...gone, ...others];
}

/** Numbers messages with equal names, such as passages, to tell them apart. */
function toKeyed(messages: readonly ExplainedMessage[]): Map<string, ExplainedMessage> {
  const keyed = new Map<string, ExplainedMessage>();
  for (const message of messages) {
    let number = 1;
    while (keyed.has(`${message.name} ${number}`)) number += 1;
    keyed.set(`${message.name} ${number}`, message);
  }
  return keyed;
}

function toDifference(
  before: ExplainedMessage | undefined,
  after: ExplainedMessage | undefined,
): CallDifference[] {
  const shown = after ?? before;
  if (!shown || isSame(before, after)) return [];
  const { name, role, text } = shown;
  return [{ name, role, before: toSent(before), after: toSent(after), text }];
}

function isSame(one: ExplainedMessage | undefined, other: ExplainedMessage | undefined): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    one.tokens === other.tokens &&
    one.form.kind === other.form.kind &&
    one.text === other.text
  );
}

function toSent(message: ExplainedMessage | undefined): Sent | null {
  return message ? { tokens: message.tokens, form: message.form.kind } : null;
}
