export interface Option {
  name: string;
  type: string;
  isRequired: boolean;
  text: string;
}

export interface Section {
  name: string;
  text: string;
  options: Option[];
  isGiven?: boolean;
  exampleKeys?: readonly string[];
}

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

export function findUnit({ name, text }: Option): string | undefined {
  const [, byName] = UNITS.find(([end]) => end.test(name)) ?? [];
  return byName ?? /^(Milliseconds|Seconds|Days|Tokens|Characters|Bytes)\b/.exec(text)?.[1]?.toLowerCase();
}

const DEFAULT = /(^|[;.] )[Dd]efault:? ((?:`[^`]*`|[^.;]|\.(?=\d))+)/;

export function splitDefault({ text }: Option): { fallback: string | undefined; text: string } {
  const [sentence = '', before = '', fallback] = DEFAULT.exec(text) ?? [];
  if (fallback === undefined) return { fallback, text };
  const rest = text.replace(sentence, before.startsWith('.') ? '.' : '').replace(/^\.?\s*/, '');
  return { fallback: fallback.trim(), text: rest.replace(/\.\./g, '.') };
}
