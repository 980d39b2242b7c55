import { z } from 'zod';
import type { FlowDefinition } from '../flow/definition.js';
import { time } from './time.js';

const definition = z
  .custom<FlowDefinition>((value) => typeof value === 'object' && value !== null)
  .describe('A definition by docs/flow.schema.json');

export const listedFlow = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  examples: z.array(z.string()).readonly(),
  hasWorker: z.boolean(),
  createdAt: time,
});
export type ListedFlow = z.infer<typeof listedFlow>;

/** `same`: already current; `again`: an older version became current. */
export const putFlow = z.object({
  kind: z.enum(['new', 'same', 'again']),
  slug: z.string(),
  version: z.number(),
  /** Parts that the version needs and no live worker has. */
  missing: z.array(z.string()).optional(),
});
export type PutFlow = z.infer<typeof putFlow>;

const flowProblem = z.object({
  severity: z.enum(['error', 'warning']),
  node: z.string().optional(),
  edge: z.string().optional(),
  field: z.string().optional(),
  message: z.string(),
});

export const flowCheck = z.object({
  isValid: z.boolean(),
  problems: z.array(flowProblem).readonly(),
});
export type FlowCheck = z.infer<typeof flowCheck>;

export const triedDraft = z.object({
  executionId: z.string(),
  version: z.number(),
});
export type TriedDraft = z.infer<typeof triedDraft>;

const flowVersionFacts = z.object({
  version: z.number(),
  isCurrent: z.boolean(),
  isDraft: z.boolean(),
  createdAt: time,
});

export const listedFlowVersion = z.object({
  ...flowVersionFacts.shape,
  /**
   * When and through whom it last became current. Null for a draft, or if the audit log no longer shows it.
   */
  publishedAt: time.nullable(),
  publishedBy: z.string().nullable(),
});
export type ListedFlowVersion = z.infer<typeof listedFlowVersion>;

export const flowVersionView = z.object({
  slug: z.string(),
  hash: z.string(),
  definition,
  ...flowVersionFacts.shape,
});
export type FlowVersionView = z.infer<typeof flowVersionView>;

const flowPart = z.object({
  name: z.string(),
  description: z.string().nullable(),
  /** The schema of a tool's input or of a node's `config`, in draft 2020-12. */
  schema: z.unknown(),
});

export const flowParts = z.object({
  tools: z.array(flowPart),
  /** Kinds of nodes, without triggers. */
  kinds: z.array(flowPart),
});
export type FlowParts = z.infer<typeof flowParts>;
