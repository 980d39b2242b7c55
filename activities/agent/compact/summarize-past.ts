import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { compactionPrompt, COMPACTION_SYSTEM } from '../../../context/compaction/compaction-prompt.js';
import { toTranscripts } from '../../../context/compaction/plan-compaction.js';
import { isBlank } from '../../../context/hygiene/clean-text.js';
import type { Counters } from '../../../context/planning-tools.js';
import type { Unit } from '../../../context/trim/units.js';
import type { AgentConfig } from '../../../flow/kinds/agent.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { createSummaryCall, type SummaryCallOutcome } from './summary-call.js';
import { outputLimitOf, windowOf } from '../plan/window-of.js';

export interface SummarizeInput {
  execution: ExecutionFacts;
  workflowId: string;
  nodeId: string;
  iteration: string;
  /** Whether the node's text goes to whoever reads the stream. */
  isShown: boolean;
  /** The first step for the calls that are made. */
  step: number;
  config: AgentConfig;
  counters: Counters;
  past: readonly Unit[];
  /** The summary that stands for what came before; the new one takes it in. */
  summary: string | undefined;
  /** Whether the context could be sent without a summary, so that nothing need be waited for. */
  stillFits: boolean;
}

/** `steps`: how many steps its calls took. */
export type SummaryOutcome = { steps: number } & (
  { kind: 'summary'; text: string } | { kind: 'failed' | 'skipped'; reason: string }
);

/** A summary need not be longer, and a short one leaves more room. */
const MAX_SUMMARY_TOKENS = 4_096;
/** Shares of the room that are tried when the provider finds a transcript too long. */
const ROOM_SHARES = [1, 0.5, 0.25];
/** The longest wait for a provider that limits its rate. */
const MAX_WAIT_MS = 20_000;

/**
 * Makes the summary of a past: in one call, or of one half after another, each taking in the summary before it.
 * An empty answer, a tool call or an error is tried once more; a rate limit is not waited for while the context
 * still fits. Calls that an earlier attempt of the Activity made are read, not made again.
 */
export function createSummarizer(dependencies: ActivityDependencies) {
  const call = createSummaryCall(dependencies);

  return async function summarize(input: SummarizeInput): Promise<SummaryOutcome> {
    const { past, counters, config } = input;
    const { window, reserve } = windowOf(config);
    const maxOutputTokens = Math.min(MAX_SUMMARY_TOKENS, outputLimitOf(config));
    let { summary } = input;
    let done = 0;
    let steps = 0;
    let shares = ROOM_SHARES;
    let mayRetry = true;
    while (done < past.length) {
      const fixed =
        counters.countMessage({ role: 'system', content: COMPACTION_SYSTEM }) +
        counters.countMessage({ role: 'user', content: compactionPrompt({ summary, transcript: '' }) });
      const room = Math.floor((window - reserve - fixed) * (shares[0] ?? 0));
      if (room < 1) return { kind: 'failed', reason: 'There is no room for a transcript', steps };
      const [next] = toTranscripts(past.slice(done), { room, counters });
      if (next === undefined) break;
      const prompt = compactionPrompt({ summary, transcript: next.text });
      const outcome = await call({ ...input, step: input.step + steps, prompt, maxOutputTokens });
      if (outcome.kind !== 'budget-exceeded') steps += 1;
      if (outcome.kind === 'answered' && !isBlank(outcome.text)) {
        summary = outcome.text.trim();
        done += next.units;
        continue;
      }
      if (outcome.kind === 'too-long' && shares.length > 1) {
        shares = shares.slice(1);
        continue;
      }
      if (outcome.kind === 'rate-limited' && input.stillFits)
        return { kind: 'skipped', reason: reasonOf(outcome), steps };
      if (!mayRetry || outcome.kind === 'budget-exceeded' || outcome.kind === 'too-long')
        return { kind: 'failed', reason: reasonOf(outcome), steps };
      mayRetry = false;
      await pause(outcome);
    }
    return summary === undefined
      ? { kind: 'failed', reason: 'There is nothing to summarize', steps }
      : { kind: 'summary', text: summary, steps };
  };

  async function pause(outcome: SummaryCallOutcome): Promise<void> {
    const { retryMs } = dependencies.timing;
    const waitMs = 'retryAfterMs' in outcome ? (outcome.retryAfterMs ?? retryMs) : retryMs;
    // An abort is the user's stop, or the worker's: the next await on the store or the model says which.
    await sleep(Math.min(waitMs, MAX_WAIT_MS), undefined, {
      signal: Context.current().cancellationSignal,
    }).catch(() => undefined);
    Context.current().cancellationSignal.throwIfAborted();
  }
}

function reasonOf(outcome: SummaryCallOutcome): string {
  if (outcome.kind === 'answered') return 'The summary came back empty';
  return outcome.kind === 'called-tools' ? 'The model called a tool in place of a summary' : outcome.reason;
}
