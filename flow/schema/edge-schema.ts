import type { z } from 'zod';
import { EDGE_EVENTS, type FlowEdge } from '../definition.js';
import { choiceField, strictFields, textField } from './fields.js';

export const EDGE_SCHEMA = strictFields({
  from: textField('Id of the source node.', { min: 1 }),
  to: textField('Id of the target node.', { min: 1 }),
  route: textField('For a switch: the edge is followed if the switch chose this route.', {
    min: 1,
  }).optional(),
  on: choiceField(
    "'error': followed if the node fails permanently. 'item': from a loop into its body, for each item. 'next': from the body back to its loop.",
    EDGE_EVENTS,
  ).optional(),
}).describe(
  'From one node to another; followed when the first node succeeds, unless `on` differs.',
) satisfies z.ZodType<FlowEdge>;
