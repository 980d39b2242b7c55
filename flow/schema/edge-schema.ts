import type { z } from 'zod';
import { EDGE_EVENTS, type FlowEdge } from '../definition.js';
import { choiceField, strictFields, textField } from './fields.js';

/** Whether both ends exist is checked with the whole flow. */
export const EDGE_SCHEMA = strictFields({
  from: textField('Id of the node that the edge leaves.', { min: 1 }),
  to: textField('Id of the node that the edge leads to.', { min: 1 }),
  route: textField('Only from a switch: taken when it chose this route.', { min: 1 }).optional(),
  on: choiceField(
    "'error': taken when the node failed permanently. 'item': from a loop into its body, once an item. 'next': from the body back to its loop.",
    EDGE_EVENTS,
  ).optional(),
}).describe(
  'From one node to another; taken when the first one succeeded, unless it says otherwise.',
) satisfies z.ZodType<FlowEdge>;
