import type { TrajectoryView } from '../graph/trajectory-view.js';

/** Without an answer, a round's result is its branches' ends. */
export function findResults({ nodes, pointers, ends = pointers }: TrajectoryView): ReadonlySet<string> {
  const answers = nodes.filter(({ attributes }) => attributes['answersQuestion'] === true);
  const answered = new Set(answers.map(({ owner }) => owner.round));
  const rounds = new Map(nodes.map(({ id, owner }) => [id, owner.round]));
  return new Set([
    ...answers.map(({ id }) => id),
    ...ends.filter((id) => !answered.has(rounds.get(id) ?? NaN)),
  ]);
}
