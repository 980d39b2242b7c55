/** `stop` adds a request or ends its opposite; `allow` ends a prohibition. */
export type StandingKind = 'instruction' | 'preference' | 'stop' | 'take-back' | 'allow' | 'take-back-all';

export interface StandingRule {
  kind: StandingKind;
  when: RegExp;
  unless?: RegExp;
}

/** A new language also needs a line in `LANGUAGES`. */
export interface StandingLanguage {
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
  polite: RegExp;
  short: RegExp;
  frame: ReadonlySet<string>;
  /** Only if there is no other subject. */
  answer: ReadonlySet<string>;
  /** `german` and `french` of a language. */
  values: ReadonlyMap<string, string>;
  elided?: RegExp;
  plain?: (sentence: string) => string;
  /** `I'm vegan, so never suggest meat`. */
  clauses?: RegExp;
  told?: RegExp;
  stem: (word: string) => string;
}
