import type { Payload, PayloadConverter } from '@temporalio/common';
import { payloadConverter as team } from 'threadline-team-payload-converter';
import { payloadConverter as own } from '../payload-converter.js';
import { TeamValue } from '../team-value.js';
import { UnreadablePayload } from '../unreadable-payload.js';
import { isInThreadlineWorkflow } from './is-in-threadline-workflow.js';

/**
 * Uses Threadline's format, which clients in other languages read. The team's Activities and child Workflows
 * use the team's converter.
 */
export const payloadConverter: PayloadConverter = {
  toPayload(value, context) {
    if (value instanceof TeamValue) return team.toPayload(value.value, context);
    return (isInThreadlineWorkflow() ? own : team).toPayload(value, context);
  },
  fromPayload<T>(payload: Payload, context: Parameters<PayloadConverter['fromPayload']>[1]): T {
    if (!isInThreadlineWorkflow()) return team.fromPayload<T>(payload, context);
    const value = own.fromPayload<T>(payload, context);
    if (!(value instanceof UnreadablePayload)) return value;
    try {
      return team.fromPayload<T>(payload, context);
    } catch {
      return value;
    }
  },
};
