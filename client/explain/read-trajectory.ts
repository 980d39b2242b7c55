import { findRound } from '../../store/trajectory/find-rounds.js';
import { restoreRounds } from '../../store/trajectory/restore-rounds.js';
import type { RestoredRound } from '../../store/trajectory/to-round.js';
import { joinRounds } from '../../trajectory/rounds/join-rounds.js';
import { roundStats } from '../../trajectory/messages/round-stats.js';
import { Call, type CallOptions } from '../call/call.js';
import type { ClientContext } from '../client-context.js';
import type { AgentTrajectory, RoundFacts, Trajectory } from '../../views/trajectory.js';
import { executionNotFound } from '../execution-not-found.js';
import { ThreadlineError } from '../threadline-error.js';
import { groupBy } from '../../protocol/group-by.js';

export interface TrajectoryOptions extends CallOptions {
  /** A turn's place in its conversation. */
  round?: number;
  /** The agent's node: `agent`, in a loop `agent/3`, in a sub-execution `research/1/agent`. */
  subAgent?: string;
  /** The newest rounds, from 1 to 1,000. Default: 50. */
  last?: number;
}

const DEFAULT_LAST = 50;
const MAX_LAST = 1_000;

/** Skips rounds that are neither in Postgres nor in files. Throws `Client.NotFound`. */
export async function readTrajectory(
  context: ClientContext,
  { id, round, subAgent, last = DEFAULT_LAST, timeoutMs }: TrajectoryOptions & { id: string },
): Promise<Trajectory> {
  if (!Number.isInteger(last) || last < 1 || last > MAX_LAST)
    throw new ThreadlineError(
      'Client.InvalidCursor',
      `Last ${last} is not a whole number from 1 to ${MAX_LAST}`,
    );
  const { db, user, trajectoryFolder } = context;
  const call = new Call(context, { timeoutMs });
  const place = await call.read(() => findRound(db, id));
  if (place && user !== undefined && place.user !== user)
    throw executionNotFound(id, 'Conversation, turn or execution');
  if (round !== undefined && place && round !== place.round)
    throw new ThreadlineError(
      'Client.NotFound',
      `'${id.slice(0, 200)}' is round ${place.round} of its session, not round ${round}`,
    );
  const session = place?.session ?? id;
  const { rounds, isKnown, warnings } = await call.read(() =>
    restoreRounds(db, { user, session, last, folder: trajectoryFolder, round: place?.round ?? round }),
  );
  if (!isKnown && rounds.length === 0) throw executionNotFound(id, 'Conversation, turn or execution');
  if (round !== undefined && !place && rounds.length === 0)
    throw new ThreadlineError('Client.NotFound', `'${id.slice(0, 200)}' has no trajectory of round ${round}`);
  const below = place && place.rootId !== id ? `${id.slice(place.rootId.length + 1)}/` : '';
  const agents = toAgents(rounds.filter(({ snapshot }) => snapshot.owner.subAgent.startsWith(below)));
  if (subAgent === undefined) return { session, agents, warnings };
  const only = agents.filter((agent) => agent.subAgent === subAgent || agent.subAgent === below + subAgent);
  if (only.length === 0) throw noSuchAgent({ id, subAgent, agents });
  return { session, agents: only, warnings };
}

function toAgents(rounds: readonly RestoredRound[]): AgentTrajectory[] {
  const byAgent = groupBy(rounds, ({ snapshot }) => snapshot.owner.subAgent);
  return [...byAgent].map(([subAgent, own]) => ({
    subAgent,
    view: joinRounds(own.map(({ snapshot }) => snapshot)),
    rounds: own.map(toFacts),
  }));
}

function toFacts({ snapshot: { owner, nodes, start }, messages }: RestoredRound): RoundFacts {
  const question = nodes.find(({ id }) => id === start)?.attributes['query'];
  return {
    round: owner.round,
    question: typeof question === 'string' ? question : '',
    ...roundStats(messages),
    messages,
  };
}

function noSuchAgent({
  id,
  subAgent,
  agents,
}: {
  id: string;
  subAgent: string;
  agents: readonly AgentTrajectory[];
}): ThreadlineError {
  const known = agents.map((agent) => `'${agent.subAgent}'`).join(', ') || 'none yet';
  return new ThreadlineError(
    'Client.NotFound',
    `'${id.slice(0, 200)}' has no trajectory of an agent '${subAgent.slice(0, 100)}'; its agents: ${known}`,
  );
}
