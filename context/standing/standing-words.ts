/** Lowercase alternatives of a pattern. */
export interface StandingWords {
  opening: string;
  /** With `since`, an order without a verb. */
  please: string;
  /** Before a consequence, such as `also`. */
  so: string;
  always: string;
  never: string;
  since: string;
  lasting: string;
  orders: string;
  /** Before an order, such as `ne`. */
  before?: string;
  subjects: string;
  whenever: string;
  wants: string;
  polite: string;
  /** Before a language, such as `antworte auf`. */
  speaks: string;
  none: string;
  /** The words that follow `none`. */
  noneEnds: string;
  prefers: string;
  /** Not preferences, such as `die zweite`. */
  choices: string;
  stops: string;
  /** Before a capitalized name. */
  callMe: string;
  forgets: string;
  all: string;
  /** The words that follow `forgets`. */
  said: string;
  noLonger: string;
  allows: string;
  about: string;
  forbids: string;
  condition: string;
  rules: string;
  material: string;
  frame: string;
  answer: string;
  languages: string;
  values: Readonly<Record<string, string>>;
  elided?: string;
  endings: string;
}
