import type { ToldFacts } from '../facts/told-facts.js';

/** Facts of a model that decide how its requests are laid out. */
export type LayoutFacts = Pick<
  ToldFacts,
  'systemMessages' | 'roles' | 'toolCallIds' | 'lastMessage' | 'tools'
>;

/** Rejections by chat templates and their servers, each with what it shows of the model. The first match decides. */
const REJECTIONS: readonly (readonly [wording: RegExp, facts: LayoutFacts])[] = [
  [/system message must (?:be|come|appear) (?:at the beginning|first)/i, { systemMessages: 'first' }], // Qwen 3.5 and later
  [/only one system message|multiple system messages/i, { systemMessages: 'first' }], // MiniMax
  [/unable to generate parser/i, { systemMessages: 'first' }], // llama.cpp, about Qwen's template
  // Gemma 1 and 2. Their turns alternate as well, which they would reject next.
  [/system role (?:is )?not supported/i, { systemMessages: 'none', roles: 'alternate' }],
  [/roles must alternate/i, { roles: 'alternate' }], // Llama 2, Mistral, Gemma
  [
    /tool call ids? (?:should|must) be alphanumeric strings with length 9/i,
    { toolCallIds: 'nine-characters' },
  ], // Mistral
  [
    /not support (?:assistant )?(?:message )?prefill|last message must be (?:from the|a) user/i,
    { lastMessage: 'user' },
  ],
  [
    /does not support tools|tools param requires --jinja|no endpoints found that support tool/i,
    { tools: false },
  ], // Ollama, llama.cpp, OpenRouter
];

/** Words of servers that run a chat template, whatever it rejects. */
const TEMPLATE_WORDING = /jinja|chat[ _]template|raise_exception/i;

/** Finds what a rejection shows of the layout that a model accepts. Undefined when it is about something else. */
export function readRejectedLayout(reason: string): LayoutFacts | undefined {
  return REJECTIONS.find(([wording]) => wording.test(reason))?.[1];
}

/** Whether a chat template rejected a request: the same request would be rejected again, whatever the status. */
export function isTemplateRejection(reason: string): boolean {
  return TEMPLATE_WORDING.test(reason);
}
