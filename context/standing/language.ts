/** `stop` adds a request or ends its opposite; `allow` ends a prohibition. */
export type StandingKind = 'instruction' | 'preference' | 'stop' | 'take-back' | 'allow' | 'take-back-all';

/** The first match decides. */
export interface StandingRule {
  kind: StandingKind;
  when: RegExp;
  unless?: RegExp;
}

/** A new language also needs a line in `LANGUAGES`. */
export interface StandingLanguage {
  /** `please`, `by the way,`. */
  opening: RegExp;
  rules: readonly StandingRule[];
  /** `From now on:`, before a list. */
  header: RegExp;
  /** `Translate this mail:`. */
  material: RegExp;
  speech: RegExp;
  takesBack: RegExp;
  forbids: RegExp;
  /** `when I ask about recipes`. */
  condition: RegExp;
  /** After a condition without comma: `just explain it`. */
  order?: RegExp;
  naming: RegExp;
  /** `can you`. */
  polite: RegExp;
  /** Two words suffice: `call me`. */
  short: RegExp;
  frame: ReadonlySet<string>;
  /** The subject only if there is no other. */
  answer: ReadonlySet<string>;
  /** `german` and `french` of a language. */
  values: ReadonlyMap<string, string>;
  /** `d'` of `d'euros`. */
  elided?: RegExp;
  plain?: (sentence: string) => string;
  /** `I'm vegan, so never suggest meat`. */
  clauses?: RegExp;
  told?: RegExp;
  stem: (word: string) => string;
}
