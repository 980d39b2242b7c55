import { z } from 'zod';
import { EDGE_TYPES } from '../../../../trajectory/graph/edge-types.js';
import { COMPUTATION_TYPES, DATA_TYPES } from '../../../../trajectory/graph/node-types.js';

const dataType = z.enum(DATA_TYPES);
const nodeType = z.enum([...COMPUTATION_TYPES, ...DATA_TYPES]);

const trajectoryOwner = z.object({
  user: z.string(),
  session: z.string(),
  round: z.number(),
  subAgent: z.string(),
});

const trajectoryNode = z.object({
  id: z.string(),
  type: nodeType,
  label: z.string(),
  description: z.string().nullable(),
  owner: trajectoryOwner,
  createdAt: z.string(),
  versions: z.record(z.string(), z.record(z.string(), z.unknown())),
  reasons: z.record(z.string(), z.string()).optional(),
  attributes: z.record(z.string(), z.unknown()),
});

const trajectoryEdge = z.object({
  from: z.string(),
  to: z.string(),
  type: z.enum(EDGE_TYPES),
});

const joinedTrajectory = z.object({
  ends: z.array(z.string()).readonly(),
  rounds: z.array(z.number()).readonly(),
  nodes: z.array(trajectoryNode).readonly(),
  edges: z.array(trajectoryEdge).readonly(),
  pointers: z.array(z.string()).readonly(),
  root: z.string().nullable(),
});

const archivedSystemMessage = z.object({
  role: z.literal('system'),
  text: z.string(),
  at: z.number().optional(),
});

const archivedUserMessage = z.object({
  role: z.literal('user'),
  text: z.string(),
  isSummary: z.literal(true).optional(),
  at: z.number().optional(),
});

const archivedToolCall = z.object({ id: z.string(), name: z.string(), input: z.unknown() });

const messageUsage = z.object({ input: z.number(), cachedInput: z.number(), output: z.number() });

const archivedAssistantMessage = z.object({
  role: z.literal('assistant'),
  text: z.string().optional(),
  toolCalls: z.array(archivedToolCall).readonly().optional(),
  usage: messageUsage.optional(),
  at: z.number().optional(),
});

const archivedToolMessage = z.object({
  role: z.literal('tool'),
  text: z.string(),
  toolCallId: z.string(),
  toolName: z.string().optional(),
  at: z.number().optional(),
});

const archivedMessage = z.union([
  archivedSystemMessage,
  archivedUserMessage,
  archivedAssistantMessage,
  archivedToolMessage,
]);

const roundFacts = z.object({
  round: z.number(),
  question: z.string(),
  messages: z.array(archivedMessage).readonly(),
  usage: messageUsage,
  cacheHitPercent: z.number(),
  elapsedSeconds: z.number(),
});

const agentTrajectory = z.object({
  subAgent: z.string(),
  view: joinedTrajectory,
  rounds: z.array(roundFacts),
});

export const trajectory = z.object({
  session: z.string(),
  agents: z.array(agentTrajectory),
  warnings: z.array(z.string()),
});

export const touchedThing = z.object({
  subAgent: z.string(),
  type: dataType,
  name: z.string(),
  uses: z.number(),
  firstRound: z.number(),
  lastRound: z.number(),
  lastUsedAt: z.string(),
  how: z.enum(['read', 'written', 'used']),
  description: z.string().nullable(),
});
