/**
 * The effect of a user's sentence on the standing requests: it adds one, adds one or ends the opposite (`stop`), ends one, ends one
 * that forbids (`allow`), or ends all.
 */
export type StandingKind = 'instruction' | 'preference' | 'stop' | 'take-back' | 'allow' | 'take-back-all';

/** One way of saying it. A sentence is tried without its opening words; the first rule that fits decides. */
export interface StandingRule {
  kind: StandingKind;
  when: RegExp;
  /** It means something else then. */
  unless?: RegExp;
}

/** How standing requests are worded in one language; adding a language is one such table and its line in `LANGUAGES`. */
export interface StandingLanguage {
  /** Words before the sentence proper: `please`, `by the way,`. */
  opening: RegExp;
  rules: readonly StandingRule[];
  /** A line that makes each item of the list below it a standing request: `From now on:`. */
  header: RegExp;
  /** Words after which material of the user's follows, not a request: `Translate this mail:`. */
  material: RegExp;
  /** The same within one line: what comes after is somebody else's words. */
  speech: RegExp;
  /** The words of a sentence that take something back, before what it is about. */
  takesBack: RegExp;
  /** It forbids. */
  forbids: RegExp;
  /** Where the words begin that say when it holds: `when I ask about recipes`. */
  condition: RegExp;
  /** Where the order begins behind such words that no comma ends: `when I share code just explain it`. */
  order?: RegExp;
  /** How the user is to be called: the value of one thing, whatever the name. */
  naming: RegExp;
  /** The beginning of a question that is an order: `can you`. */
  polite: RegExp;
  /** The beginning of a request that may have only two words: `call me`. */
  short: RegExp;
  /** Words that tell nothing about what a request is about. */
  frame: ReadonlySet<string>;
  /** Words for answers, which tell something only where nothing else does. */
  answer: ReadonlySet<string>;
  /** Words that are values of one thing, by its name: `german` and `french` of a language. */
  values: ReadonlyMap<string, string>;
  /** Short words that an apostrophe joins to the next one: `d'` of `d'euros`. */
  elided?: RegExp;
  /** Spells a sentence as the rules have it. */
  plain?: (sentence: string) => string;
  /** Between clauses of a sentence, before one that may be a request by itself: `I'm vegan, so never suggest meat`. */
  clauses?: RegExp;
  /** Before words that are told, and not asked for: `he said`, `the sign reads`. */
  told?: RegExp;
  stem: (word: string) => string;
}
