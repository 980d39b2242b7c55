import { z } from 'zod';
import { time } from './time.js';
import type { FlowDefinition } from '../../../flow/definition.js';

/** The definition of a flow in an answer. Its fields are those of its own schema. */
const definition = z
  .custom<FlowDefinition>((value) => typeof value === 'object' && value !== null)
  .describe('A definition, as docs/flow.schema.json says');

/** A flow as it is offered to users. */
export const flowName = z.object({ slug: z.string(), name: z.string(), createdAt: time });

/** How storing a definition ended. `same`: it was current already; `again`: it is an older version that is current again. */
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

/** The result of the check of a definition. */
export const flowCheck = z.object({ isValid: z.boolean(), problems: z.array(flowProblem).readonly() });

/** An execution of a draft that was started. */
export const triedDraft = z.object({ executionId: z.string(), version: z.number() });

/** A version of a flow without its definition. */
export const flowVersionFacts = z.object({
  version: z.number(),
  isCurrent: z.boolean(),
  isDraft: z.boolean(),
  createdAt: time,
});

/** One version of a flow. */
export const flowVersionView = z.object({
  slug: z.string(),
  hash: z.string(),
  definition: definition,
  version: z.number(),
  isCurrent: z.boolean(),
  isDraft: z.boolean(),
  createdAt: time,
});
