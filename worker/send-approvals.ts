import { createHmac } from 'node:crypto';
import type { ApprovalWebhook } from '../protocol/approval-webhook.js';
import { errorMessage } from '../protocol/error-message.js';
import type { Database } from '../store/database.js';
import { claimDueWebhooks, markWebhookDelivered, type DueWebhook } from '../store/nodes/due-webhooks.js';
import { repeatUntilStopped } from './repeat-until-stopped.js';

interface WebhookTiming {
  everyMs: number;
  firstPauseMs: number;
}

const TIMING: WebhookTiming = { everyMs: 2_000, firstPauseMs: 10_000 };
const MAX_PAUSE_MS = 3_600_000;
/** A request that hangs must end before it is retried. */
const REQUEST_MS = 8_000;

/** Sends each approval at least once. All workers share the work. */
export function sendApprovals(
  { db, note }: { db: Database; note: (level: 'WARN', message: string) => void },
  webhook: ApprovalWebhook | undefined,
  { everyMs, firstPauseMs }: WebhookTiming = TIMING,
): () => Promise<void> {
  if (!webhook) return () => Promise.resolve();
  const to = webhook;
  return repeatUntilStopped(sendDue, {
    everyMs,
    onError(error, isFirst) {
      if (isFirst) note('WARN', `Approvals could not be read for the webhook: ${errorMessage(error)}`);
    },
  });

  async function sendDue(stopped: AbortSignal): Promise<void> {
    const due = await claimDueWebhooks(db, { firstPauseMs, maxPauseMs: MAX_PAUSE_MS });
    await Promise.all(due.map((approval) => sendOne(approval, stopped)));
  }

  async function sendOne(approval: DueWebhook, stopped: AbortSignal): Promise<void> {
    try {
      await send(to, approval, stopped);
      await markWebhookDelivered(db, approval.id);
    } catch (error) {
      if (!stopped.aborted)
        note('WARN', `Approval '${approval.id}' did not reach the webhook: ${errorMessage(error)}`);
    }
  }
}

async function send(
  { url, secret }: ApprovalWebhook,
  { id, ...approval }: DueWebhook,
  stopped: AbortSignal,
): Promise<void> {
  const body = JSON.stringify({ type: 'approval.opened', approval });
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature: Record<string, string> =
    secret === undefined ? {} : { 'webhook-signature': sign(secret, `${id}.${timestamp}.${body}`) };
  const { status } = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      ...signature,
    },
    body,
    redirect: 'error',
    signal: AbortSignal.any([stopped, AbortSignal.timeout(REQUEST_MS)]),
  });
  if (status < 200 || status > 299) throw new Error(`it answered with status ${status}`);
}

/** Per Standard Webhooks, a secret with the prefix `whsec_` is base64. */
function sign(secret: string, content: string): string {
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
