/** `stop` adds a request or ends its opposite. `allow` ends a prohibition. */
export type StandingKind = 'instruction' | 'preference' | 'stop' | 'take-back' | 'allow' | 'take-back-all';

export interface StandingRule {
  kind: StandingKind;
  when: RegExp;
  unless?: RegExp;
}

/** Add an implementation to `LANGUAGES`. */
export interface StandingLanguage {
  opening: RegExp;
  rules: readonly StandingRule[];
  /** Begins a list of requests: `From now on:` */
  header: RegExp;
  /** Precedes someone else's text: `Translate this mail:` */
  material: RegExp;
  speech: RegExp;
  takesBack: RegExp;
  forbids: RegExp;
  /** Such as `when I ask about recipes`. */
  condition: RegExp;
  /** Follows a condition without a comma: `just explain it`. */
  order?: RegExp;
  naming: RegExp;
  polite: RegExp;
  short: RegExp;
  frame: ReadonlySet<string>;
  /** Words for answers, the subject only if there is no other. */
  answer: ReadonlySet<string>;
  /** Such as `german` and `french` for a language. */
  values: ReadonlyMap<string, string>;
  elided?: RegExp;
  plain?: (sentence: string) => string;
  /** Separates a reason from its request: `I'm vegan, so never suggest meat`. */
  clauses?: RegExp;
  told?: RegExp;
  stem: (word: string) => string;
}
