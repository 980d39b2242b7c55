import { checkOwner } from './owner.js';
import { quoteText } from './quote-text.js';
import { TrajectoryError } from './trajectory-error.js';
import { TrajectoryGraph } from './trajectory-graph.js';
import type { TrajectoryOwner } from './trajectory-node.js';
import type { AutomaticNumbers } from './trajectory-view.js';

interface TrajectoryPlace extends Omit<TrajectoryOwner, 'subAgent'> {
  /** Optional if the round has a single agent. */
  subAgent?: string;
}

export interface Instances {
  /** Returns the trajectory, and creates an empty one on first use. New labels continue at `numbers`. */
  open(owner: TrajectoryOwner, options?: { numbers?: AutomaticNumbers }): TrajectoryGraph;
  /** Throws if the trajectory does not exist or the place is ambiguous. */
  find(place: TrajectoryPlace): TrajectoryGraph;
  drop(owner: TrajectoryOwner): void;
}

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
  if (known.length === 0) return `No trajectory is open for ${place}. Open one first.`;
  if (subAgent === undefined)
    return `There are several trajectories of ${place}. Name a sub-agent of: ${listed}.`;
  return `No trajectory is open for sub-agent ${quoteText(subAgent)} in ${place}. Open ones: ${listed}.`;
}
