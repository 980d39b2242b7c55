import type { ReportedFacts } from '../reported-facts.js';

export type LayoutFacts = Pick<
  ReportedFacts,
  'systemMessages' | 'roles' | 'toolCallIds' | 'lastMessage' | 'tools'
>;

const SYSTEM_FIRST: LayoutFacts = { systemMessages: 'first' };

const REJECTIONS: readonly (readonly [wording: RegExp, facts: LayoutFacts])[] = [
  [
    /system message.{0,30}(?:must|should|can only|has to) (?:be|come|appear).{0,30}(?:begin|first|start)/i,
    SYSTEM_FIRST,
  ], // Qwen 3.5 and later
  [/only one system message|multiple system messages/i, SYSTEM_FIRST], // MiniMax
  [/unexpected role '?system'? after/i, SYSTEM_FIRST], // Mistral's API
  [/unable to generate parser/i, SYSTEM_FIRST], // llama.cpp, about Qwen's template
  // Gemma 1 and 2, which also reject repeated roles.
  [
    /system role (?:is )?not supported|only user and assistant roles/i,
    { systemMessages: 'none', roles: 'alternate' },
  ],
  // OpenAI's o1-mini, Gemma through Gemini's API, and Bedrock.
  [
    /role'? does not support '?system|developer instruction is not enabled|support system messages/i,
    { systemMessages: 'none' },
  ],
  // Llama 2, Mistral and Gemma; Bedrock; DeepSeek's reasoner; Mistral's API, about a message after a result.
  [
    /(?:roles must alternate|must alternate between)|not support successive user or assistant|unexpected role '?user'? after role '?tool/i,
    { roles: 'alternate' },
  ],
  // Templates of Mistral, and Mistral's API, which quotes the id.
  [
    /tool call ids? (?:was .{1,80} but )?(?:should|must) be .{1,60}length (?:of )?9/i,
    { toolCallIds: 'nine-characters' },
  ],
  // Claude, chat templates, Mistral's API, and Bedrock.
  [
    /not support (?:assistant )?(?:message )?prefill|(?:last message|conversation) must (?:be|end) (?:from|with)? ?(?:the|a) user|expected last role user/i,
    { lastMessage: 'user' },
  ],
  // Ollama, Bedrock, DeepSeek, Volcengine, llama.cpp, OpenRouter and vLLM.
  [
    /(?:does not|doesn't) support (?:tool|function call)|tools param requires --jinja|unsupported param: tools|no endpoints found that support tool|requires --enable-auto-tool-choice/i,
    { tools: false },
  ],
  // OpenAI; Groq, DeepInfra and Alibaba; Gemini and Azure.
  [
    /tools is not supported in this model|tool call(?:ing)?.{0,5} is not supported|function(?: calling is|s are) not (?:enabled|supported)/i,
    { tools: false },
  ],
];

const TEMPLATE_WORDING = /jinja|chat[ _]template|raise_exception/i;
/** Every known template accepts this layout. */
const STRICTEST: LayoutFacts = { systemMessages: 'first', roles: 'alternate', lastMessage: 'user' };

/** An unknown wording is worth one retry with the strictest layout. */
export function readRejectedLayout(reason: string): LayoutFacts | undefined {
  const known = REJECTIONS.find(([wording]) => wording.test(reason))?.[1];
  return known ?? (TEMPLATE_WORDING.test(reason) ? STRICTEST : undefined);
}
