import { isQuestion } from '../../protocol/queued-steps.js';
import { describeQueueStep, type QueueStep } from '../render/queue-step.js';
import { toWords } from '../render/to-words.js';
import type { WaterfallStatus } from './waterfall-row.js';

const STATUSES: Readonly<Record<string, WaterfallStatus>> = {
  planned: 'pending',
  interrupted: 'waiting',
  open: 'waiting',
  success: 'completed',
  confirmed: 'completed',
  expired: 'failed',
  closed: 'cancelled',
  pending: 'pending',
  running: 'running',
  waiting: 'waiting',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** After the execution's end, open work counts as canceled. */
export function toWaterfallStatus(status: string, { hasEnded }: { hasEnded: boolean }): WaterfallStatus {
  const known = STATUSES[status] ?? 'running';
  const isOpen = known === 'pending' || known === 'running' || known === 'waiting';
  return isOpen && hasEnded ? 'cancelled' : known;
}

const MAX_NAMED = 3;
const MAX_STEP_CHARACTERS = 80;

export function describeCall(call: DescribedCall): string {
  const { queueStep } = call;
  if (queueStep === null) return describeWork(call);
  const step = toWords(describeQueueStep(queueStep));
  const named =
    step.length > MAX_STEP_CHARACTERS ? `${step.slice(0, MAX_STEP_CHARACTERS - 1).toWellFormed()}…` : step;
  return `${named} · ${describeWork(call)}`;
}

interface DescribedCall {
  purpose: string;
  status: WaterfallStatus;
  finishReason: string | null;
  tools: readonly string[];
  queueStep: QueueStep | null;
}

function describeWork(call: DescribedCall): string {
  if (call.purpose === 'compaction') return 'Summarize older messages';
  if (call.tools.length > 0) return `Call ${nameTools(call.tools)}`;
  switch (call.status) {
    case 'completed':
      return `${isReply(call) ? 'Reply' : 'Answer'}${call.finishReason === 'length' ? ', cut off' : ''}`;
    case 'failed':
      return 'Failed call';
    case 'cancelled':
      return 'Canceled call';
    case 'pending':
    case 'running':
    case 'waiting':
      return 'Wait for the model';
  }
}

/** Only the run's own question has an answer. */
function isReply({ queueStep }: DescribedCall): boolean {
  return queueStep !== null && !isQuestion(queueStep);
}

function nameTools(tools: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of tools) counts.set(name, (counts.get(name) ?? 0) + 1);
  const named = [...counts].map(([name, count]) => (count === 1 ? name : `${name} ×${count}`));
  const more = named.length - MAX_NAMED;
  return more > 0 ? `${named.slice(0, MAX_NAMED).join(', ')} and ${more} more` : named.join(', ');
}

export function describeWait(wait: { toolName: string | null; status: string }): string {
  const about = wait.toolName === null ? '' : ` of ${wait.toolName}`;
  switch (wait.status) {
    case 'open':
      return `Wait for approval${about}`;
    case 'confirmed':
      return `Approval${about}`;
    case 'cancelled':
      return `Rejection${about}`;
    case 'expired':
      return `Expired approval${about}`;
    default:
      return `Unanswered approval${about}`;
  }
}
