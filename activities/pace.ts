import { ApplicationFailure, Context, log } from '@temporalio/activity';
import { errorMessage } from '../protocol/error-message.js';
import type { FailureType } from '../protocol/failure-types.js';
import { findProvider, type ProvidersConfig } from '../protocol/provider-limits.js';
import type { Database } from '../store/database.js';
import { correctPace, reservePace } from '../store/models/provider-pace.js';
import { countPaceRejection, observePaceWait } from './count-metrics.js';

const MINUTE_MS = 60_000;
/**
 * Share of the limit to use: it keeps a two-second burst below the limit, even if requests arrive a second
 * late.
 */
const SHARE = 0.95;
const BURST_MS = 2_000;
/** Half of the Activity's timeout. For a longer wait, the Activity fails and Temporal retries it. */
const MAX_WAIT_MS = 300_000;

export interface PacedCall {
  model: string;
  inputTokens: number;
}

interface Used {
  usage: { inputTokens: number; outputTokens: number };
}

interface PaceHooks {
  onWait?: (ms: number) => void;
  /** A call that would wait longer than this, or five minutes, is rejected. */
  maxWaitMs?: number | undefined;
  /** Returns the error to throw. */
  onRejection?: (failure: ApplicationFailure) => Promise<unknown>;
}

export type Pace = <Answer extends Used | undefined>(
  call: PacedCall & PaceHooks,
  ask: () => Promise<Answer>,
) => Promise<Answer>;

export function createPace(db: Database, providers: ProvidersConfig): Pace {
  return async function pace({ model, inputTokens, onWait, onRejection, ...limits }, ask) {
    const provider = findProvider(model);
    const { requestsPerMinute, tokensPerMinute } = providers[provider] ?? {};
    if (requestsPerMinute === undefined && tokensPerMinute === undefined) return ask();
    const requestMs = toMs(1, requestsPerMinute);
    const tokenMs = (tokens: number): number => toMs(tokens, tokensPerMinute);
    const maxWaitMs = Math.min(MAX_WAIT_MS, limits.maxWaitMs ?? MAX_WAIT_MS);
    const reserved = await reservePace(db, {
      provider,
      requestMs,
      tokenMs: tokenMs(inputTokens),
      burstMs: BURST_MS,
      maxWaitMs,
    });
    if (reserved === undefined) {
      countPaceRejection(provider);
      const failure = tooLong(provider, maxWaitMs);
      throw onRejection ? await onRejection(failure) : failure;
    }
    observePaceWait(provider, reserved);
    if (reserved > 0) {
      onWait?.(reserved);
      await Context.current().sleep(reserved);
    }
    const answer = await ask();
    const { usage } = answer ?? {};
    const extra = usage ? usage.inputTokens + usage.outputTokens - inputTokens : 0;
    if (tokensPerMinute !== undefined && extra !== 0)
      await correctPace(db, { provider, tokenMs: tokenMs(extra) }).catch((error: unknown) =>
        log.warn('Could not count the tokens of a call against the limit', {
          provider,
          reason: errorMessage(error),
        }),
      );
    return answer;
  };
}

function toMs(count: number, perMinute: number | undefined): number {
  return perMinute === undefined ? 0 : (count * MINUTE_MS) / (perMinute * SHARE);
}

function tooLong(provider: string, maxWaitMs: number): ApplicationFailure {
  const type: FailureType = 'Model.RateLimited';
  return ApplicationFailure.create({
    type,
    message: `Provider '${provider}' is at its rate limit: this call would wait over ${maxWaitMs / 1_000} seconds`,
    nextRetryDelay: maxWaitMs * (0.5 + Math.random() / 2),
  });
}
