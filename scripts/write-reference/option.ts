/** One option, method or event of the reference. */
export interface Option {
  name: string;
  /** As it stands in the source. */
  type: string;
  isRequired: boolean;
  /** Its doc comment, or the description in its schema. */
  text: string;
}

/** A type, a kind of node or another thing with options. */
export interface Section {
  name: string;
  text: string;
  options: Option[];
  /** Whether it is given to its reader, who has nothing to fill in. */
  isGiven?: boolean;
  /** What its examples are filed under, where that is not its name: the first that has one wins. */
  exampleKeys?: readonly string[];
}

/** A page of the reference. */
export interface Page {
  file: string;
  title: string;
  intro: string;
  sections: Section[];
}

const UNITS: readonly [RegExp, string][] = [
  [/Ms$/, 'milliseconds'],
  [/Seconds$/, 'seconds'],
  [/Days$/, 'days'],
  [/Tokens$/i, 'tokens'],
  [/Characters$/, 'characters'],
  [/Bytes$/, 'bytes'],
  [/Pct$/, 'percent'],
  [/Usd$|^cost$/, 'US dollars'],
];

/** The unit that a name ends with; undefined: it has none. */
export function findUnit({ name, text }: Option): string | undefined {
  const [, byName] = UNITS.find(([end]) => end.test(name)) ?? [];
  return byName ?? /^(Milliseconds|Seconds|Days|Tokens|Characters|Bytes)\b/.exec(text)?.[1]?.toLowerCase();
}

const DEFAULT = /(^|[;.] )[Dd]efault:? ((?:`[^`]*`|[^.;]|\.(?=\d))+)/;

/** What holds where the option is not given, as its text says it, and the text without that; undefined: it says nothing. */
export function splitDefault({ text }: Option): { fallback: string | undefined; text: string } {
  const [said = '', before = '', fallback] = DEFAULT.exec(text) ?? [];
  if (fallback === undefined) return { fallback, text };
  const rest = text.replace(said, before.startsWith('.') ? '.' : '').replace(/^\.?\s*/, '');
  return { fallback: fallback.trim(), text: rest.replace(/\.\./g, '.') };
}
