import { isDeepStrictEqual } from 'node:util';
import type { Grammar } from '../grammar/grammar.js';
import { isSystemLeading, type TemplateRules } from '../grammar/request-template.js';
import type { ExplainedMessage, Explanation } from './explanation.js';

export interface ComparedCall {
  model: string;
  grammar: Grammar | null;
  template?: TemplateRules | undefined;
  context: Explanation;
}

/** Counts the tokens of the common prefix, which the provider can cache. Null if unknown. */
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

function promptTokens({ messages }: Explanation, systemTokens: number): number {
  return Math.max(0, systemTokens - sum(messages.filter(({ role }) => role === 'system')));
}

/** Puts system messages first where the provider accepts them only there. */
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
