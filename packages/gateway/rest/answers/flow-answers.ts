import { z } from 'zod';
import { time } from './time.js';
import type { FlowDefinition } from '../../../../flow/definition.js';

/** Its fields are described by the flow schema. */
const definition = z
  .custom<FlowDefinition>((value) => typeof value === 'object' && value !== null)
  .describe('A definition by docs/flow.schema.json');

export const flowName = z.object({ slug: z.string(), name: z.string(), createdAt: time });

/** `same`: it was already current. `again`: an older version is current again. */
export const putFlow = z.object({
  kind: z.enum(['new', 'same', 'again']),
  slug: z.string(),
  version: z.number(),
  missing: z.array(z.string()).optional(),
});

const flowProblem = z.object({
  severity: z.enum(['error', 'warning']),
  node: z.string().optional(),
  edge: z.string().optional(),
  field: z.string().optional(),
  message: z.string(),
});

export const flowCheck = z.object({ isValid: z.boolean(), problems: z.array(flowProblem).readonly() });

export const triedDraft = z.object({ executionId: z.string(), version: z.number() });

export const flowVersionFacts = z.object({
  version: z.number(),
  isCurrent: z.boolean(),
  isDraft: z.boolean(),
  createdAt: time,
});

export const flowVersionView = z.object({
  slug: z.string(),
  hash: z.string(),
  definition: definition,
  version: z.number(),
  isCurrent: z.boolean(),
  isDraft: z.boolean(),
  createdAt: time,
});
