import type { StandingKind, StandingLanguage } from './language.js';

export interface StandingSubject {
  /** Word stems, and `@language` for a language such as `German`. */
  about: ReadonlySet<string>;
  head: { stem: string; isModified: boolean } | undefined;
  when: ReadonlySet<string>;
  forbids: boolean;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu;
const NUMBER = '@number';

export function readSubject(
  { text: typed, kind }: { text: string; kind: StandingKind },
  language: StandingLanguage,
): StandingSubject {
  const text = language.plain?.(typed) ?? typed;
  const forbids = language.forbids.test(text);
  const asked =
    kind === 'take-back' || kind === 'allow' || kind === 'stop'
      ? text.replace(language.takesBack, ' ')
      : text;
  const rest = kind === 'allow' ? asked.replace(language.forbids, ' ') : asked;
  const name = language.naming.exec(text)?.[0];
  // Any new name replaces the old one.
  if (name !== undefined && (kind !== 'instruction' || !forbids))
    return {
      about: new Set(['@name']),
      head: { stem: '@name', isModified: false },
      when: new Set(),
      forbids,
    };
  const [action, condition] = partCondition(rest, language);
  const words = readWords(action, language);
  const last = words.at(-1);
  const before = words.at(-2);
  return {
    about: new Set(words.map(({ stem }) => stem)),
    head: last && { stem: last.stem, isModified: before !== undefined && last.order - before.order === 1 },
    when: new Set(readWords(condition, language).map(({ stem }) => stem)),
    forbids,
  };
}

function partCondition(text: string, { condition, order }: StandingLanguage): [string, string] {
  const at = condition.exec(text)?.index;
  if (at === undefined) return [text, ''];
  const comma = text.indexOf(',', at);
  const isFirst = text.slice(0, at).trim().length < 12;
  const turn = isFirst && comma === -1 ? order?.exec(text.slice(at)) : undefined;
  if (turn) return [text.slice(at + turn.index), text.slice(at, at + turn.index)];
  return comma !== -1 && isFirst
    ? [text.slice(0, at) + text.slice(comma + 1), text.slice(at, comma)]
    : [text.slice(0, at), text.slice(at)];
}

interface TellingWord {
  stem: string;
  order: number;
}

function readWords(text: string, { frame, answer, values, elided, stem }: StandingLanguage): TellingWord[] {
  const apart = elided ? text.replace(elided, ' ') : text;
  const all = [...apart.toLowerCase().replaceAll('’', "'").matchAll(WORD)].map(([word], order) => ({
    word,
    order,
  }));
  const distinctive = all
    .filter(({ word }) => !frame.has(word.replace(/'.*$/, '')))
    .map(({ word, order }) => {
      const name = values.get(word) ?? values.get(stem(word)) ?? (/^\d/.test(word) ? NUMBER : undefined);
      return { word, order, stem: name ?? stem(word) };
    });
  const strong = distinctive.filter((one) => one.stem !== NUMBER && !answer.has(one.word));
  return strong.length > 0
    ? strong
    : distinctive.filter((one) => !answer.has(one.word) || distinctive.length === 1);
}
