import { GRAMMAR_TRAITS, type Grammar } from './grammar.js';

/**
 * The rules that a model's chat template adds to its grammar; absent members are as in the grammar. Most
 * endpoints speak OpenAI's chat completions, and then render a template that is stricter.
 */
export interface TemplateRules {
  /** `first`: one, before all others. `none`: there is no such role, so its text leads the first user message. */
  readonly systemMessages?: 'anywhere' | 'first' | 'none' | undefined;
  /** User and assistant take turns. Tool calls and their results are no turns. */
  readonly roles?: 'any' | 'alternate' | undefined;
  readonly toolCallIds?: 'any' | 'nine-characters' | undefined;
  /** A request may not end with the assistant's or the system's words. */
  readonly lastMessage?: 'any' | 'user' | undefined;
}

/** The rules that a request is laid out by. */
export interface RequestForm {
  readonly grammar: Grammar;
  readonly template?: TemplateRules | undefined;
}

/**
 * Keeps the rules of a template that a grammar does not have already. Where roles alternate or the user has the last word,
 * a system message can only be first. Absent: none.
 */
export function addedRules(grammar: Grammar, template: TemplateRules | undefined): TemplateRules | undefined {
  if (template === undefined) return undefined;
  const { roles, toolCallIds, lastMessage } = template;
  const isAnywhere = (template.systemMessages ?? 'anywhere') === 'anywhere';
  const isOrdered = roles === 'alternate' || lastMessage === 'user';
  const systemMessages = isAnywhere && isOrdered ? 'first' : template.systemMessages;
  const isKnown = systemMessages === 'first' && GRAMMAR_TRAITS[grammar].isSystemFirst;
  const rules: TemplateRules = {
    ...(systemMessages !== undefined && systemMessages !== 'anywhere' && !isKnown && { systemMessages }),
    ...(roles === 'alternate' && { roles }),
    ...(toolCallIds === 'nine-characters' && { toolCallIds }),
    ...(lastMessage === 'user' && { lastMessage }),
  };
  return Object.keys(rules).length === 0 ? undefined : rules;
}

/** Whether system messages are accepted only before all others, or not at all. */
export function isSystemLeading({ grammar, template }: RequestForm): boolean {
  return GRAMMAR_TRAITS[grammar].isSystemFirst || (template?.systemMessages ?? 'anywhere') !== 'anywhere';
}
