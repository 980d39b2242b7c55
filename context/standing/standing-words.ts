/** The words of a language from which its rules are made; each is the alternatives of a pattern, in small letters. */
export interface StandingWords {
  /** Words before the sentence proper: `bitte`, `übrigens`. */
  opening: string;
  /** `bitte`: with `since`, an order without a verb. */
  please: string;
  /** Before a clause that follows from the one before it: `also`. */
  so: string;
  always: string;
  never: string;
  /** From here to the end of the chat: `ab jetzt`. */
  since: string;
  /** The same, wherever it stands, and what all answers are called: `in Zukunft`, `deine Antworten`. */
  lasting: string;
  /** Forms of verbs that an order to an assistant is given in. */
  orders: string;
  /** Short words that may stand before an order: `ne`, `me`. */
  before?: string;
  /** Pronouns and openings by which people tell something and give no order. */
  subjects: string;
  /** `wenn ich`, before what a request holds for. */
  whenever: string;
  /** `ich möchte, dass du`. */
  wants: string;
  /** `kannst du`: a question that is an order. */
  polite: string;
  /** `antworte auf`, before the name of a language. */
  speaks: string;
  /** `keine`, before what is not to be. */
  none: string;
  /** Words that make an order of `none`: `bitte`, `mehr`. */
  noneEnds: string;
  prefers: string;
  /** Choices of the moment, which no preference is kept for: `die zweite`. */
  choices: string;
  stops: string;
  /** `nenn mich`; a name follows, which begins with a capital. */
  callMe: string;
  forgets: string;
  all: string;
  /** `was ich über ... gesagt habe`, after `forgets`. */
  said: string;
  /** `du musst nicht mehr`. */
  noLonger: string;
  /** `du darfst wieder`. */
  allows: string;
  /** `über`: what is taken back follows. */
  about: string;
  forbids: string;
  condition: string;
  rules: string;
  /** Verbs and nouns after which somebody else's words follow. */
  material: string;
  frame: string;
  answer: string;
  /** Names of languages, small letters. */
  languages: string;
  /** Words that are values of one thing, by its name. */
  values: Readonly<Record<string, string>>;
  /** Short words that an apostrophe joins to the next one. */
  elided?: string;
  /** Endings that forms of one word differ in. */
  endings: string;
}
