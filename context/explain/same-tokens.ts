import { isDeepStrictEqual } from 'node:util';
import type { Grammar } from '../grammar/grammar.js';
import { isSystemLeading, type TemplateRules } from '../grammar/template.js';
import type { ExplainedMessage, Explanation } from './explanation.js';

/** A call to be compared. */
export interface ComparedCall {
  model: string;
  /** Null: another policy made its manifest. */
  grammar: Grammar | null;
  template?: TemplateRules | undefined;
  context: Explanation;
}

/**
 * The tokens that a request begins with as the request before it did: providers keep those, and charge less for them. They
 * are counted in the order of the request: the tools, the system prompt, the messages up to the first that is another
 * one. 0 for another model; null where a record has no figures.
 */
export function sameTokens(before: ComparedCall, call: ComparedCall): number | null {
  const { arithmetic, tools, system } = call.context;
  if (arithmetic === null || call.grammar === null || before.grammar === null) return null;
  const isOther = before.model !== call.model || before.context.tools?.hash !== tools?.hash;
  if (isOther) return 0;
  if (before.context.system?.hash !== system?.hash) return arithmetic.toolTokens;
  const messages = inOrder(call);
  const earlier = inOrder(before);
  const other = messages.findIndex((message, at) => !isSame(message, earlier[at]));
  const same = other < 0 ? messages : messages.slice(0, other);
  return arithmetic.toolTokens + promptTokens(call.context, arithmetic.systemTokens) + sum(same);
}

/** Of the system's part the prompt itself has what its other messages do not. */
function promptTokens({ messages }: Explanation, systemTokens: number): number {
  return Math.max(0, systemTokens - sum(messages.filter(({ role }) => role === 'system')));
}

/** As the request has them: some providers take system messages only at the beginning. */
function inOrder({ context: { messages }, grammar, template }: ComparedCall): readonly ExplainedMessage[] {
  if (grammar === null || !isSystemLeading({ grammar, template })) return messages;
  const isSystem = ({ role }: ExplainedMessage): boolean => role === 'system';
  return [...messages.filter(isSystem), ...messages.filter((message) => !isSystem(message))];
}

function isSame(one: ExplainedMessage, other: ExplainedMessage | undefined): boolean {
  return other !== undefined && one.text === other.text && isDeepStrictEqual(one, other);
}

function sum(messages: readonly ExplainedMessage[]): number {
  return messages.reduce((total, { tokens }) => total + tokens, 0);
}
