import type { StandingKind, StandingLanguage } from './language.js';
import { rankLanguages } from './rank-languages.js';
import { readSubject, type StandingSubject } from './standing-subject.js';

export interface StandingStatement {
  kind: StandingKind;
  text: string;
}

export type StandingOutcome<Statement> =
  | { kind: 'stands' }
  | { kind: 'replaced'; by: Statement }
  | { kind: 'taken-back'; by: Statement }
  | { kind: 'takes-back' };

export interface SettledStatement<Statement> {
  statement: Statement;
  outcome: StandingOutcome<Statement>;
}

const ALIKE = 0.6;
const PARTLY = 0.5;
/** In a request with at most this many words, the last one names the subject. */
const SHORT = 3;

/** If it is unclear whether one request replaces another, both stand: the model sees their order. */
export function settleStanding<Statement extends StandingStatement>(
  statements: readonly Statement[],
): SettledStatement<Statement>[] {
  const settled: Settling<Statement>[] = [];
  const languages = rankLanguages(statements.map(({ text }) => text).join('\n'));
  for (const statement of statements) {
    const next: Settling<Statement> = {
      statement,
      subject: findSubject(statement, languages),
      outcome: { kind: 'stands' },
    };
    settle(
      next,
      settled.filter(({ outcome }) => outcome.kind === 'stands'),
    );
    settled.push(next);
  }
  return settled.map(({ statement, outcome }) => ({ statement, outcome }));
}

interface Settling<Statement> extends SettledStatement<Statement> {
  subject: StandingSubject;
}

function findSubject(statement: StandingStatement, languages: readonly StandingLanguage[]): StandingSubject {
  const ranked = rankLanguages(statement.text, languages);
  // A name may be a word of another language.
  const language = ranked.find(({ naming }) => naming.test(statement.text)) ?? ranked[0];
  if (!language) throw new Error('No language is configured for standing requests');
  return readSubject(statement, language);
}

function settle<Statement extends StandingStatement>(
  next: Settling<Statement>,
  standing: readonly Settling<Statement>[],
): void {
  const { statement: by, subject } = next;
  const end = (those: readonly Settling<Statement>[], kind: 'replaced' | 'taken-back'): void => {
    for (const one of those) one.outcome = { kind, by };
  };
  switch (by.kind) {
    case 'instruction':
    case 'preference':
      return end(
        standing.filter((one) => isSame(one.subject, subject)),
        'replaced',
      );
    case 'stop': {
      const ended = closest(
        standing.filter((one) => !one.subject.forbids),
        subject,
      );
      // Otherwise the statement is a request itself.
      if (ended.length > 0) next.outcome = { kind: 'takes-back' };
      end(ended, 'taken-back');
      return end(
        standing.filter((one) => one.subject.forbids && isSame(one.subject, subject)),
        'replaced',
      );
    }
    case 'take-back':
    case 'allow':
    case 'take-back-all':
      next.outcome = { kind: 'takes-back' };
      return end(endedBy(next, standing), 'taken-back');
  }
}

function endedBy<Statement extends StandingStatement>(
  { statement, subject }: Settling<Statement>,
  standing: readonly Settling<Statement>[],
): readonly Settling<Statement>[] {
  if (statement.kind === 'take-back-all') return standing;
  return closest(
    statement.kind === 'allow' ? standing.filter((one) => one.subject.forbids) : standing,
    subject,
  );
}

function closest<Statement extends StandingStatement>(
  standing: readonly Settling<Statement>[],
  { about, when }: StandingSubject,
): Settling<Statement>[] {
  const named = new Set([...about, ...when]);
  const shares = standing.map((one) => {
    const all = new Set([...one.subject.about, ...one.subject.when]);
    return { one, named: countShared(named, all) / named.size, alike: alikeness(named, all) };
  });
  const best = Math.max(0, ...shares.map(({ alike }) => alike));
  return shares
    .filter((share) => share.named === 1 || (share.named >= PARTLY && share.alike === best))
    .map(({ one }) => one);
}

function isSame(one: StandingSubject, other: StandingSubject): boolean {
  if (one.when.size > 0 !== other.when.size > 0) return false;
  if (one.when.size > 0 && overlap(one.when, other.when) < PARTLY) return false;
  if (alikeness(one.about, other.about) >= ALIKE) return true;
  if (overlap(one.about, other.about) < PARTLY || one.head?.stem !== other.head?.stem) return false;
  // `metric units` and `imperial units` share a subject, `type hints in Python` and `tests in Python` do not.
  const isShort = Math.max(one.about.size, other.about.size) <= SHORT;
  return isShort && [one, other].every(({ head, about }) => head?.isModified === true || about.size === 1);
}

function countShared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  return [...one].filter((word) => other.has(word)).length;
}

function alikeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = countShared(one, other);
  return shared === 0 ? 0 : shared / (one.size + other.size - shared);
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const least = Math.min(one.size, other.size);
  return least === 0 ? 0 : countShared(one, other) / least;
}
