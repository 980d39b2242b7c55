import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { showQuestion } from '../../../protocol/approvers.js';
import { ifCutOff, type CutOffReason } from '../../../protocol/finish-reason.js';
import { describeFailure } from '../errors/describe-problem.js';

export const RESULT_TOOL = 'threadline_result';
export const CANCEL_TOOL = 'threadline_cancel';

export interface CalledTurn {
  flow: string;
  turnId: string;
  channel: string | undefined;
  handle: ConversationHandle;
}

export interface FollowOptions {
  waitMs: number;
  signal: AbortSignal;
  isConnected: () => boolean;
  report: (message: string) => Promise<void>;
}

const REPORT_EVERY_MS = 500;
const MAX_REPORTED = 200;

export async function followToAnswer(turn: CalledTurn, options: FollowOptions): Promise<CallToolResult> {
  const { handle, turnId } = turn;
  const { signal, waitMs, report, isConnected } = options;
  const timer = new AbortController();
  const timeUp = setTimeout(() => timer.abort(), waitMs);
  const reporter = createReporter(report);
  try {
    await reporter.report(`turn ${turnId} has started`);
    for await (const event of handle.stream(turnId, { signal: AbortSignal.any([signal, timer.signal]) })) {
      const end = toEnd(turn, event);
      if (end) return end;
      await reporter.reportEvent(event);
    }
    if (!signal.aborted) return stillRunning(turn);
    // Waits a moment: both cancels and disconnects abort the signal, but a disconnect removes the transport
    // only later.
    await new Promise((resolve) => setImmediate(resolve));
    if (isConnected()) await handle.cancel(turnId);
    return toResult(turn, { status: 'cancelled', text: 'The turn was canceled', isError: true });
  } finally {
    clearTimeout(timeUp);
  }
}

function toEnd(turn: CalledTurn, event: TurnEvent): CallToolResult | undefined {
  switch (event.type) {
    case 'done':
      return toResult(turn, { status: 'completed', text: event.text, finishReason: event.finishReason });
    case 'failed':
      return toResult(turn, { status: 'failed', text: describeFailure(event).message, isError: true });
    case 'cancelled':
      return toResult(turn, { status: 'cancelled', text: 'The turn was canceled', isError: true });
    case 'approval':
      return toResult(turn, {
        status: 'waiting',
        text:
          event.approvers === null
            ? `${showQuestion(event)}\n\n(It waits for this answer: send it as the next message of the same conversation.)`
            : `${showQuestion(event)}\n\n${askAgainWith(turn)}`,
      });
    default:
      return undefined;
  }
}

export function stillRunning(turn: CalledTurn): CallToolResult {
  return toResult(turn, {
    status: 'running',
    text: `The turn is still running and continues. ${askAgainWith(turn)}`,
  });
}

function askAgainWith({ flow, turnId, channel }: CalledTurn): string {
  const again = JSON.stringify({ flow, turnId, conversation: channel });
  return `Ask for its answer with the tool '${RESULT_TOOL}': ${again}`;
}

function toResult(
  { flow, turnId, channel }: CalledTurn,
  {
    status,
    text,
    isError,
    finishReason,
  }: { status: string; text: string; isError?: boolean; finishReason?: CutOffReason | undefined },
): CallToolResult {
  return {
    content: [{ type: 'text', text }],
    structuredContent: {
      status,
      flow,
      turnId,
      conversation: channel ?? null,
      text,
      ...ifCutOff(finishReason),
    },
    isError: isError === true,
  };
}

function createReporter(report: (message: string) => Promise<void>) {
  let text = '';
  let reportedAt = 0;
  return {
    report,
    async reportEvent(event: TurnEvent): Promise<void> {
      if (event.type === 'queued') return report(`${event.ahead} turns ahead`);
      if (event.type === 'tool-call') return report(`calls ${event.name}`);
      if (event.type === 'reset') text = '';
      if (event.type !== 'text-delta') return;
      text += event.text;
      if (Date.now() - reportedAt < REPORT_EVERY_MS) return;
      reportedAt = Date.now();
      await report(text.slice(-MAX_REPORTED).toWellFormed());
    },
  };
}
