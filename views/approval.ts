import { z } from 'zod';
import { time } from './time.js';

const openApproval = z.object({
  executionId: z.string(),
  flow: z.string(),
  user: z.string().nullable(),
  nodeId: z.string(),
  iteration: z.string(),
  /** Such as `3.1`. Null if the node asks. */
  call: z.string().nullable(),
  toolName: z.string().nullable(),
  prompt: z.string(),
  /** Null means the requesting user answers. */
  approvers: z.array(z.string()).nullable(),
  quorum: z.number(),
  askedAt: time,
  expiresAt: time.nullable(),
});
export type OpenApproval = z.infer<typeof openApproval>;

export const approval = openApproval.extend({
  input: z.unknown(),
  /** Written by the model with the tool call, at most 2,000 characters. */
  reason: z.string().nullable(),
  votes: z.array(z.object({ voter: z.string(), answer: z.string() })),
});
export type Approval = z.infer<typeof approval>;

export const approvalPage = z.object({
  approvals: z.array(approval),
  next: z.string().nullable(),
});
export type ApprovalPage = z.infer<typeof approvalPage>;

export const approvalDetails = z.object({
  /** Null if a node asks, or no worker has the tool. */
  schema: z.unknown(),
  /** 6 messages of the conversation, then 10 of the execution: the newest, 2,000 characters each. */
  history: z.array(
    z.object({
      /** `tool`: a tool's result. */
      role: z.enum(['user', 'assistant', 'tool']),
      toolName: z.string().nullable(),
      text: z.string(),
      isCut: z.boolean(),
      at: time.nullable(),
    }),
  ),
});
export type ApprovalDetails = z.infer<typeof approvalDetails>;

/** `pending`: more approvers must agree. */
export const answerResult = z.object({
  nodeId: z.string(),
  call: z.string().optional(),
  outcome: z.enum(['cancelled', 'confirmed', 'expired', 'pending']),
  missing: z.number().optional(),
});
