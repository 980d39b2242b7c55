/** `stop` adds a request, or ends a request for the opposite. `allow` ends a prohibition. */
export type StandingKind = 'instruction' | 'preference' | 'stop' | 'take-back' | 'allow' | 'take-back-all';

export interface StandingRule {
  kind: StandingKind;
  when: RegExp;
  unless?: RegExp;
}

/** To add a language, implement this interface and add a line to `LANGUAGES`. */
export interface StandingLanguage {
  opening: RegExp;
  rules: readonly StandingRule[];
  /** Introduces a list of requests: `From now on:` */
  header: RegExp;
  /** Introduces a text that is not the user's own: `Translate this mail:` */
  material: RegExp;
  speech: RegExp;
  takesBack: RegExp;
  forbids: RegExp;
  /** Matches a condition, for example `when I ask about recipes`. */
  condition: RegExp;
  /** An order after a condition without a comma: `just explain it`. */
  order?: RegExp;
  naming: RegExp;
  polite: RegExp;
  short: RegExp;
  frame: ReadonlySet<string>;
  /** Words for answers. They count as the subject only if there is no other. */
  answer: ReadonlySet<string>;
  /** Words that name a value, such as `german` and `french` for a language. */
  values: ReadonlyMap<string, string>;
  elided?: RegExp;
  plain?: (sentence: string) => string;
  /** Separates a reason from its request: `I'm vegan, so never suggest meat`. */
  clauses?: RegExp;
  told?: RegExp;
  stem: (word: string) => string;
}
