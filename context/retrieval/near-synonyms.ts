import { NEAR_SYNONYM_DATA } from './near-synonym-data.js';
import type { NearSynonym } from './query.js';

const SYNONYM = 0.8;
/** Weight of a kind and its members: `instrument` finds `cello`, and `cello` finds `instrument`. */
const KIND = 0.6;
/** Weight of irregular forms such as `went` and `go`, which no stemmer joins. */
const FORM = 1;

type Links = Map<string, Map<string, number>>;

let links: Links | undefined;

export function nearSynonyms(lexeme: string): readonly NearSynonym[] {
  links ??= readLinks(NEAR_SYNONYM_DATA);
  const found = new Map<string, number>();
  const add = (other: string, similarity: number): void => {
    if (other !== lexeme) found.set(other, Math.max(found.get(other) ?? 0, similarity));
  };
  // Also adds the forms of synonyms, so that `bought` finds `purchased`.
  const forms = [lexeme, ...listForms(lexeme, links)];
  for (const form of forms) {
    if (form !== lexeme) add(form, FORM);
    for (const [other, similarity] of links.get(form) ?? []) {
      if (similarity === FORM) continue;
      add(other, similarity);
      for (const otherForm of listForms(other, links)) add(otherForm, similarity);
    }
  }
  return [...found]
    .map(([other, similarity]) => ({ lexeme: other, similarity }))
    .sort((one, other) => other.similarity - one.similarity);
}

function listForms(lexeme: string, all: Links): string[] {
  return [...(all.get(lexeme) ?? [])].flatMap(([other, similarity]) => (similarity === FORM ? [other] : []));
}

function readLinks(data: string): Links {
  const all: Links = new Map();
  const link = (from: string, to: string, similarity: number): void => {
    if (from === to) return;
    const others = all.get(from) ?? new Map<string, number>();
    others.set(to, Math.max(others.get(to) ?? 0, similarity));
    all.set(from, others);
  };
  for (const group of data.replaceAll('\n', '').split(';')) {
    const [first, ...others] = group.slice(1).split(' ');
    if (first === undefined || others.length === 0) continue;
    const isForms = group.startsWith('=');
    const similarity = isForms ? FORM : group.startsWith('~') ? SYNONYM : KIND;
    for (const other of others) {
      link(first, other, similarity);
      link(other, first, similarity);
      if (isForms) for (const another of others) link(other, another, similarity);
    }
  }
  return all;
}
