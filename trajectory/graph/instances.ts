import { checkOwner } from './owner.js';
import { quoteText } from './quote-text.js';
import { TrajectoryError } from './trajectory-error.js';
import { TrajectoryGraph } from './trajectory-graph.js';
import type { TrajectoryOwner } from './trajectory-node.js';
import type { AutomaticNumbers } from './trajectory-view.js';

/** A round of a session, and one agent's part in it. */
interface TrajectoryPlace extends Omit<TrajectoryOwner, 'subAgent'> {
  /** May be left out where the round has one agent only. */
  subAgent?: string;
}

/** The trajectories that this process works on; asking twice for an owner's gives the same one. */
export interface Instances {
  /** The owner's trajectory; asked for the first time, an empty one whose labels begin at the numbers given. */
  open(owner: TrajectoryOwner, options?: { numbers?: AutomaticNumbers }): TrajectoryGraph;
  /** One that was opened. Throws a `TrajectoryError` where there is none, or several and no sub-agent is named. */
  find(place: TrajectoryPlace): TrajectoryGraph;
  /** Forgets the owner's trajectory: asked for again, it is a fresh one. */
  drop(owner: TrajectoryOwner): void;
}

/** Keeps trajectories in this process, one for each owner. */
export function createInstances(): Instances {
  const rounds = new Map<string, Map<string, TrajectoryGraph>>();
  return {
    open(owner, options) {
      checkOwner(owner);
      const key = roundKey(owner);
      const agents = rounds.get(key) ?? new Map<string, TrajectoryGraph>();
      const graph = agents.get(owner.subAgent) ?? new TrajectoryGraph(owner, options);
      rounds.set(key, agents.set(owner.subAgent, graph));
      return graph;
    },
    find(place) {
      const agents = rounds.get(roundKey(place)) ?? new Map<string, TrajectoryGraph>();
      const [only, ...others] = place.subAgent === undefined ? agents.values() : [agents.get(place.subAgent)];
      if (only && others.length === 0) return only;
      throw new TrajectoryError(notFound(place, [...agents.keys()]));
    },
    drop(owner) {
      const key = roundKey(owner);
      const agents = rounds.get(key);
      agents?.delete(owner.subAgent);
      if (agents?.size === 0) rounds.delete(key);
    },
  };
}

function roundKey({ user, session, round }: TrajectoryPlace): string {
  return JSON.stringify([user, session, round]);
}

function notFound({ session, round, subAgent }: TrajectoryPlace, known: readonly string[]): string {
  const place = `round ${round} of session ${quoteText(session)}`;
  const listed = known.map(quoteText).join(', ');
  if (known.length === 0) return `There is no trajectory of ${place}. Open one first.`;
  if (subAgent === undefined)
    return `There are several trajectories of ${place}. Name a sub-agent of: ${listed}.`;
  return `There is no trajectory of sub-agent ${quoteText(subAgent)} in ${place}. There are: ${listed}.`;
}
