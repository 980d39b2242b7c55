/** Each is the lowercase alternatives of a pattern. */
export interface StandingWords {
  /** `bitte`, `übrigens`. */
  opening: string;
  /** `bitte`: with `since`, an order without a verb. */
  please: string;
  /** `also`, before a consequence. */
  so: string;
  always: string;
  never: string;
  /** `ab jetzt`. */
  since: string;
  /** `in Zukunft`, `deine Antworten`. */
  lasting: string;
  orders: string;
  /** `ne`, `me`, before an order. */
  before?: string;
  subjects: string;
  /** `wenn ich`. */
  whenever: string;
  /** `ich möchte, dass du`. */
  wants: string;
  /** `kannst du`. */
  polite: string;
  /** `antworte auf`, before a language. */
  speaks: string;
  /** `keine`. */
  none: string;
  /** `bitte`, `mehr`, after `none`. */
  noneEnds: string;
  prefers: string;
  /** Not preferences: `die zweite`. */
  choices: string;
  stops: string;
  /** `nenn mich`, before a capitalized name. */
  callMe: string;
  forgets: string;
  all: string;
  /** After `forgets`: `was ich über ... gesagt habe`. */
  said: string;
  /** `du musst nicht mehr`. */
  noLonger: string;
  /** `du darfst wieder`. */
  allows: string;
  /** Before what is taken back. */
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
