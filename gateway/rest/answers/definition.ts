import { z } from 'zod';
import type { FlowDefinition } from '../../../flow/definition.js';

/** The definition of a flow in an answer. Its fields are those of its own schema. */
export const definition = z
  .custom<FlowDefinition>((value) => typeof value === 'object' && value !== null)
  .describe('A definition, as docs/flow.schema.json says');
