/** Each string holds a regular expression's lowercase alternatives. */
export interface StandingWords {
  opening: string;
  /** Makes a request without a verb, together with `since`. */
  please: string;
  /** Such as `also`. */
  so: string;
  always: string;
  never: string;
  since: string;
  lasting: string;
  orders: string;
  /** Precedes an order, such as `ne`. */
  before?: string;
  subjects: string;
  whenever: string;
  wants: string;
  polite: string;
  /** Precedes a language, such as `antworte auf`. */
  speaks: string;
  none: string;
  noneEnds: string;
  prefers: string;
  /** Choices that are not preferences, such as `die zweite`. */
  choices: string;
  stops: string;
  /** Precedes a capitalized name. */
  callMe: string;
  forgets: string;
  all: string;
  /** Words that follow `forgets`. */
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
