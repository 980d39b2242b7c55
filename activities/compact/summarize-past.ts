import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { compactionPrompt, COMPACTION_SYSTEM } from '../../context/compaction/compaction-prompt.js';
import { toTranscripts } from '../../context/compaction/plan-compaction.js';
import { disarmText } from '../../context/summary/disarm-text.js';
import { makeKey } from '../make-key.js';
import { isBlank } from '../../context/hygiene/clean-text.js';
import type { Unit } from '../../context/plan/units.js';
import type { ActivityDependencies } from '../dependencies.js';
import { readOutputLimit, readWindow } from '../agent/node-model.js';
import { createSummaryCall, type SummaryCall } from './summary-call.js';
import type { SummaryJob } from './summary-job.js';
import { explainOutcome, type SummaryCallOutcome } from './summary-outcome.js';

export interface SummarizeInput extends SummaryJob {
  past: readonly Unit[];
  summary: string | undefined;
  stillFits: boolean;
}

export type SummaryOutcome = { steps: number } & (
  { kind: 'summary'; text: string } | { kind: 'failed' | 'skipped'; reason: string }
);

/** A longer summary would leave too little room for new messages. */
const MAX_SUMMARY_TOKENS = 4_096;
/** Shares of the room to try in turn while the provider rejects the request as too long. */
const ROOM_SHARES = [1, 0.5, 0.25];
const MAX_WAIT_MS = 20_000;

export function createSummarizer(dependencies: ActivityDependencies) {
  const call = createSummaryCall(dependencies);
  const { retryMs } = dependencies.timing;
  return (input: SummarizeInput): Promise<SummaryOutcome> =>
    new PastSummary(input, { call, retryMs }).write();
}

class PastSummary {
  readonly #input: SummarizeInput;
  /** If the Activity runs again, the key is another one, but the stored calls are reused. */
  readonly #key = makeKey();
  readonly #how: { call: SummaryCall; retryMs: number };
  #summary: string | undefined;
  #done = 0;
  #steps = 0;
  #shares: readonly number[] = ROOM_SHARES;
  #mayRetry = true;

  constructor(input: SummarizeInput, how: { call: SummaryCall; retryMs: number }) {
    this.#input = input;
    this.#how = how;
    this.#summary = input.summary;
  }

  async write(): Promise<SummaryOutcome> {
    while (this.#done < this.#input.past.length) {
      const next = this.#nextTranscript();
      if (!next) return this.#give('failed', 'The summary call has no room for a transcript');
      const outcome = await this.#ask(next.text);
      if (outcome.kind === 'answered' && !isBlank(outcome.text)) {
        this.#summary = disarmText(outcome.text).trim();
        this.#done += next.units;
      } else if (outcome.kind === 'too-long' && this.#shares.length > 1) this.#shares = this.#shares.slice(1);
      else if (outcome.kind === 'rate-limited' && this.#input.stillFits)
        return this.#give('skipped', explainOutcome(outcome));
      else if (!this.#mayTryAgain(outcome)) return this.#give('failed', explainOutcome(outcome));
      else await this.#pause(outcome);
    }
    if (this.#summary === undefined) return this.#give('failed', 'There is nothing to summarize');
    return { kind: 'summary', text: this.#summary, steps: this.#steps };
  }

  #nextTranscript(): { text: string; units: number } | undefined {
    const { config, counters, past } = this.#input;
    const { window, reserve } = readWindow(config);
    const empty = compactionPrompt({ summary: this.#summary, transcript: '', key: this.#key });
    const fixed =
      counters.countMessage({ role: 'system', content: COMPACTION_SYSTEM }) +
      counters.countMessage({ role: 'user', content: empty });
    const room = Math.floor((window - reserve - fixed) * (this.#shares[0] ?? 0));
    return room < 1 ? undefined : toTranscripts(past.slice(this.#done), { room, counters })[0];
  }

  async #ask(transcript: string): Promise<SummaryCallOutcome> {
    const { step, config } = this.#input;
    const outcome = await this.#how.call(this.#input, {
      step: step + this.#steps,
      prompt: compactionPrompt({ summary: this.#summary, transcript, key: this.#key }),
      maxOutputTokens: Math.min(MAX_SUMMARY_TOKENS, readOutputLimit(config)),
    });
    if (outcome.kind !== 'budget-exceeded') this.#steps += 1;
    return outcome;
  }

  #mayTryAgain({ kind }: SummaryCallOutcome): boolean {
    if (!this.#mayRetry || kind === 'budget-exceeded' || kind === 'too-long') return false;
    this.#mayRetry = false;
    return true;
  }

  async #pause(outcome: SummaryCallOutcome): Promise<void> {
    const { retryMs } = this.#how;
    const waitMs = 'retryAfterMs' in outcome ? (outcome.retryAfterMs ?? retryMs) : retryMs;
    const { cancellationSignal: signal } = Context.current();
    await sleep(Math.min(waitMs, MAX_WAIT_MS), undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  }

  #give(kind: 'failed' | 'skipped', reason: string): SummaryOutcome {
    return { kind, reason, steps: this.#steps };
  }
}
