import { GRAMMAR_TRAITS, type Grammar } from './grammar.js';

/** Many chat templates are stricter than OpenAI's API. */
export interface TemplateRules {
  /** `none`: the first user message begins with the system text. */
  readonly systemMessages?: 'anywhere' | 'first' | 'none' | undefined;
  readonly roles?: 'any' | 'alternate' | undefined;
  readonly toolCallIds?: 'any' | 'nine-characters' | undefined;
  readonly lastMessage?: 'any' | 'user' | undefined;
}

export interface RequestForm {
  readonly grammar: Grammar;
  readonly template?: TemplateRules | undefined;
}

/** Omits rules that the grammar or another rule implies. */
export function addedRules(grammar: Grammar, template: TemplateRules | undefined): TemplateRules | undefined {
  if (!template) return undefined;
  const { roles, toolCallIds, lastMessage } = template;
  const isAnywhere = (template.systemMessages ?? 'anywhere') === 'anywhere';
  const isOrdered = roles === 'alternate' || lastMessage === 'user';
  const systemMessages = isAnywhere && isOrdered ? 'first' : template.systemMessages;
  const isKnown = systemMessages === 'first' && GRAMMAR_TRAITS[grammar].isSystemFirst;
  const rules: TemplateRules = {
    ...(systemMessages && systemMessages !== 'anywhere' && !isKnown && { systemMessages }),
    ...(roles === 'alternate' && { roles }),
    ...(toolCallIds === 'nine-characters' && { toolCallIds }),
    ...(lastMessage === 'user' && { lastMessage }),
  };
  return Object.keys(rules).length === 0 ? undefined : rules;
}

export function isSystemLeading({ grammar, template }: RequestForm): boolean {
  return GRAMMAR_TRAITS[grammar].isSystemFirst || (template?.systemMessages ?? 'anywhere') !== 'anywhere';
}
