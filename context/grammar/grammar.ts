import { MAX_UPLOAD_BYTES } from '../../protocol/message-parts.js';

export const GRAMMARS = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const;
export type Grammar = (typeof GRAMMARS)[number];

interface GrammarTraits {
  readonly providers: RegExp;
  readonly modelPrefix?: string;
  readonly isSystemFirst: boolean;
  readonly ids: { readonly odd: RegExp; readonly maxLength: number };
  readonly hasLetterFirst: boolean;
  readonly hasResultPictures: boolean;
  readonly maxPictureBytes: number;
  readonly marks: string;
  readonly thoughts: ThoughtTraits | undefined;
}

interface ThoughtTraits {
  readonly provider: string;
  readonly facts: readonly string[];
  readonly canStandAlone: boolean;
  /** A provider option with this name must be sent back together with the reasoning that it came with. */
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
    // OpenAI returns no reasoning. Compatible endpoints may return and require it.
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
    // 5 MiB after base64 encoding.
    maxPictureBytes: 3_932_160,
    marks: 'anthropic',
    thoughts: { provider: 'anthropic', facts: ['signature', 'redactedData'], canStandAlone: true },
  },
  gemini: {
    // Vertex also serves other models.
    providers: /^(?:gemini|google|google-.*|vertex|vertex-.*)$/,
    modelPrefix: 'gemini',
    isSystemFirst: true,
    ids: { odd: /\s/gu, maxLength: 64 },
    hasLetterFirst: true,
    // Models before Gemini 3 reject pictures in results.
    hasResultPictures: false,
    maxPictureBytes: MAX_UPLOAD_BYTES,
    marks: 'google',
    thoughts: { provider: 'google', facts: ['thoughtSignature'], canStandAlone: true },
  },
};

export function findGrammar(model: string): Grammar {
  const [, provider = '', name = ''] = /^(?:([^:/]*)[:/])?(.*)$/s.exec(model.trim().toLowerCase()) ?? [];
  const isNamed = (grammar: Grammar): boolean => {
    const { modelPrefix } = GRAMMAR_TRAITS[grammar];
    return modelPrefix !== undefined && name.startsWith(modelPrefix);
  };
  const byProvider = GRAMMARS.find((grammar) => GRAMMAR_TRAITS[grammar].providers.test(provider));
  const byName = GRAMMARS.find(isNamed);
  return (byProvider === 'gemini' ? (byName ?? byProvider) : (byProvider ?? byName)) ?? 'openai-chat';
}
