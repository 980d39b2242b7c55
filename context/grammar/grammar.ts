import { MAX_UPLOAD_BYTES } from '../../protocol/message-parts.js';

/** The message grammars: the forms of a message list that providers accept. */
export const GRAMMARS = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const;
export type Grammar = (typeof GRAMMARS)[number];

/** How a grammar differs in what its providers are sent. */
interface GrammarTraits {
  /** Its providers, by what stands before the colon of a model id. */
  readonly providers: RegExp;
  /** Beginning of the names of its models, whichever endpoint serves them. */
  readonly modelPrefix?: string;
  /** System messages are taken only at the beginning. */
  readonly isSystemFirst: boolean;
  /** Characters that a tool call's id must not have, and how long it may be. */
  readonly ids: { readonly odd: RegExp; readonly maxLength: number };
  /** The name of a tool begins with a letter or `_`. */
  readonly hasLetterFirst: boolean;
  /** A tool result may have pictures; elsewhere they go into a user message behind the results. */
  readonly hasResultPictures: boolean;
  /** Bytes that its providers take of one picture. */
  readonly maxPictureBytes: number;
  /** The name under which its providers mark the parts of their answers. */
  readonly marks: string;
  /** The form in which its providers take thoughts back; undefined: they take none. */
  readonly thoughts: ThoughtTraits | undefined;
}

interface ThoughtTraits {
  /** The provider's name among a thought's marks, and the facts of which its mark has one at least. */
  readonly provider: string;
  readonly facts: readonly string[];
  /** A message of nothing but thoughts is taken. */
  readonly canStandAlone: boolean;
  /** A mark of texts and calls that the provider accepts only beside the thought that led to them. */
  readonly boundMark?: string;
}

export const GRAMMAR_TRAITS: Readonly<Record<Grammar, GrammarTraits>> = {
  'openai-chat': {
    providers: /^openai$/,
    isSystemFirst: false,
    ids: { odd: /\s/gu, maxLength: 40 },
    hasLetterFirst: false,
    hasResultPictures: false,
    maxPictureBytes: MAX_UPLOAD_BYTES,
    marks: 'openai',
    // OpenAI's own interface has none. Other endpoints that send `reasoning_content` may require it back with tool calls.
    thoughts: { provider: 'openaiCompatible', facts: ['reasoningContent'], canStandAlone: false },
  },
  'openai-responses': {
    providers: /^openai-responses$/,
    isSystemFirst: false,
    ids: { odd: /\s/gu, maxLength: 64 },
    hasLetterFirst: false,
    hasResultPictures: true,
    maxPictureBytes: MAX_UPLOAD_BYTES,
    marks: 'openai',
    thoughts: { provider: 'openai', facts: ['itemId'], canStandAlone: false, boundMark: 'itemId' },
  },
  anthropic: {
    providers: /^anthropic$/,
    modelPrefix: 'claude',
    isSystemFirst: true,
    ids: { odd: /[^a-zA-Z0-9_-]/gu, maxLength: 64 },
    hasLetterFirst: false,
    hasResultPictures: true,
    // 5 MiB as base64.
    maxPictureBytes: 3_932_160,
    marks: 'anthropic',
    thoughts: { provider: 'anthropic', facts: ['signature', 'redactedData'], canStandAlone: true },
  },
  gemini: {
    providers: /^(?:gemini|google|google-.*|vertex|vertex-.*)$/,
    modelPrefix: 'gemini',
    isSystemFirst: true,
    ids: { odd: /\s/gu, maxLength: 64 },
    hasLetterFirst: true,
    // From Gemini 3 on a result may have them; behind the results all models take them.
    hasResultPictures: false,
    maxPictureBytes: MAX_UPLOAD_BYTES,
    marks: 'google',
    thoughts: { provider: 'google', facts: ['thoughtSignature'], canStandAlone: true },
  },
};

/**
 * Finds the grammar of a model: by the provider before its name (`anthropic:` or `anthropic/`), else by the name
 * (`claude...`, `gemini...`), else OpenAI's chat completions, which most endpoints speak.
 */
export function findGrammar(model: string): Grammar {
  const [, provider = '', name = ''] = /^(?:([^:/]*)[:/])?(.*)$/s.exec(model.trim().toLowerCase()) ?? [];
  const isNamed = (grammar: Grammar): boolean => {
    const { modelPrefix } = GRAMMAR_TRAITS[grammar];
    return modelPrefix !== undefined && name.startsWith(modelPrefix);
  };
  const byProvider = GRAMMARS.find((grammar) => GRAMMAR_TRAITS[grammar].providers.test(provider));
  return byProvider ?? GRAMMARS.find(isNamed) ?? 'openai-chat';
}
