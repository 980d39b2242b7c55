import { z } from 'zod';
import { EDGE_TYPES } from '../trajectory/graph/edge-types.js';
import { COMPUTATION_TYPES, DATA_TYPES } from '../trajectory/graph/node-types.js';
import type { JsonValue } from '../trajectory/graph/trajectory-node.js';
import type { ArchivedMessage } from '../trajectory/messages/archive-message.js';
import type { JoinedTrajectory } from '../trajectory/rounds/join-rounds.js';

const json = z.custom<JsonValue>();

const trajectoryNode = z.object({
  id: z.string(),
  type: z.enum([...COMPUTATION_TYPES, ...DATA_TYPES]),
  label: z.string(),
  description: z.string().nullable(),
  owner: z.object({ user: z.string(), session: z.string(), round: z.number(), subAgent: z.string() }),
  createdAt: z.string(),
  versions: z.record(z.string(), z.record(z.string(), json)),
  reasons: z.record(z.string(), z.string()).optional(),
  attributes: z.record(z.string(), json),
});

const joinedTrajectory: z.ZodType<JoinedTrajectory, JoinedTrajectory> = z.object({
  ends: z.array(z.string()).readonly(),
  rounds: z.array(z.number()).readonly(),
  nodes: z.array(trajectoryNode).readonly(),
  edges: z.array(z.object({ from: z.string(), to: z.string(), type: z.enum(EDGE_TYPES) })).readonly(),
  pointers: z.array(z.string()).readonly(),
  root: z.string().nullable(),
});

const messageUsage = z.object({ input: z.number(), cachedInput: z.number(), output: z.number() });
/** Seconds since the epoch. */
const timed = { at: z.number().optional() };

const archivedMessage: z.ZodType<ArchivedMessage, ArchivedMessage> = z.union([
  z.object({ role: z.literal('system'), text: z.string(), ...timed }),
  z.object({ role: z.literal('user'), text: z.string(), isSummary: z.literal(true).optional(), ...timed }),
  z.object({
    role: z.literal('assistant'),
    text: z.string().optional(),
    toolCalls: z
      .array(z.object({ id: z.string(), name: z.string(), input: json }))
      .readonly()
      .optional(),
    usage: messageUsage.optional(),
    ...timed,
  }),
  z.object({
    role: z.literal('tool'),
    text: z.string(),
    toolCallId: z.string(),
    toolName: z.string().optional(),
    ...timed,
  }),
]);

const roundFacts = z.object({
  round: z.number(),
  question: z.string(),
  messages: z.array(archivedMessage).readonly(),
  usage: messageUsage,
  cacheHitPercent: z.number(),
  elapsedSeconds: z.number(),
});
export type RoundFacts = z.infer<typeof roundFacts>;

const agentTrajectory = z.object({
  subAgent: z.string(),
  view: joinedTrajectory,
  rounds: z.array(roundFacts),
});
export type AgentTrajectory = z.infer<typeof agentTrajectory>;

export const trajectory = z.object({
  session: z.string(),
  agents: z.array(agentTrajectory),
  /** The warnings describe unreadable parts. */
  warnings: z.array(z.string()),
});
export type Trajectory = z.infer<typeof trajectory>;
