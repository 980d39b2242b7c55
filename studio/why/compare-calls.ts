import type { ExplainedMessage } from '../../context/explain/explanation.js';

/** A message that one of two calls was sent and the other was not, or not in the same form. */
export interface CallDifference {
  name: string;
  role: ExplainedMessage['role'];
  /** Null: the call was not sent it. */
  before: Sent | null;
  after: Sent | null;
  /** The beginning of what is sent of it, by the later call where both were. */
  text: string;
}

interface Sent {
  tokens: number;
  form: ExplainedMessage['form']['kind'];
}

/** Compares what two calls were sent, in the order of the later one; what the earlier one alone was sent comes first. */
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

/** By name; of several with one name, such as passages of a message, each has a number. */
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
  if (shown === undefined || isSame(before, after)) return [];
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
  return message === undefined ? null : { tokens: message.tokens, form: message.form.kind };
}
