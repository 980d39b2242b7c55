import { log } from '@temporalio/activity';
import { DEFAULT_DESCRIPTION } from '../../trajectory/portraits/default-description.js';
import { parsePortraits } from '../../trajectory/portraits/parse-portraits.js';
import { MAX_THINGS, portraitRequest } from '../../trajectory/portraits/portrait-request.js';
import type { UndescribedThing } from '../../store/trajectory/load-undescribed.js';
import { beginPortraitCall, endPortraitCall } from '../../store/trajectory/portrait-calls.js';
import type { StoredAttempt } from '../../store/summaries/adopt-summary.js';
import { storePortraits, type Portraits } from '../../store/trajectory/store-portraits.js';
import type { NewestRounds } from '../../store/trajectory/newest-rounds.js';
import type { ActivityDependencies } from '../dependencies.js';
import { countDescription } from '../count-metrics.js';
import { createAskSummarizer, type SummarizerAnswer } from './ask-summarizer.js';
import type { PortraitWork } from './find-trajectory-work.js';
import { pause } from './pause.js';
import { toWriter, type Summarizer } from './summarizer.js';
import { traceUpkeepCall } from './trace-upkeep-call.js';

/** Takes about a minute, with backoff. */
const MAX_WRITES = 7;
const TOKENS_PER_THING = 120;
const NO_USAGE = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, cost: '0' };

type Portrayed = { kind: 'answered' | 'failed'; described: number } | { kind: 'too-long'; things: number };

interface BegunCall extends StoredAttempt {
  rounds: NewestRounds;
  model: string;
}

type EndedCall = Pick<SummarizerAnswer, 'traced'> &
  Pick<Parameters<typeof endPortraitCall>[1], 'status' | 'reason' | 'usage'> &
  Pick<Portraits, 'descriptions'>;

export class Portrayer {
  readonly #dependencies: ActivityDependencies;
  readonly #ask: ReturnType<typeof createAskSummarizer>;

  constructor(dependencies: ActivityDependencies) {
    this.#dependencies = dependencies;
    this.#ask = createAskSummarizer(dependencies, 'description');
  }

  async portray(loaded: readonly UndescribedThing[], work: PortraitWork): Promise<Portrayed> {
    const { db, onPoint } = this.#dependencies;
    const { flow, rule, rounds, position } = work;
    const budget = MAX_THINGS * TOKENS_PER_THING;
    const writer = toWriter(flow, { named: rule.model, answeredBy: work, budget });
    const things = keepFitting(loaded, writer);
    const { model } = writer;
    const begun = await beginPortraitCall(db, { session: rounds, position, model });
    if (!begun) return { kind: 'failed', described: 0 };
    const call = { rounds, model, ...begun };
    const answer = await this.#ask(portraitRequest(things), writer);
    await onPoint?.('describeTouched.answered');
    return answer.kind === 'answered'
      ? this.#storeAnswer(call, { things, answer })
      : this.#storeFailure(call, { things, answer });
  }

  async #storeFailure(
    call: BegunCall,
    {
      things,
      answer: { kind, reason, traced },
    }: {
      things: readonly UndescribedThing[];
      answer: Exclude<SummarizerAnswer, { kind: 'answered' }>;
    },
  ): Promise<Portrayed> {
    // A request about fewer things may fit.
    const isTooLong = kind === 'too-long' && things.length > 1;
    const descriptions = isTooLong ? [] : things.map((thing) => ({ ...thing, description: null }));
    const described = await this.#store(call, {
      usage: NO_USAGE,
      status: 'failed',
      reason,
      descriptions,
      traced,
    });
    return isTooLong ? { kind: 'too-long', things: things.length } : { kind: 'failed', described };
  }

  async #storeAnswer(
    call: BegunCall,
    {
      things,
      answer: { text, usage, traced },
    }: {
      things: readonly UndescribedThing[];
      answer: Extract<SummarizerAnswer, { kind: 'answered' }>;
    },
  ): Promise<Portrayed> {
    const parsed = parsePortraits(text, things.length);
    const described = await this.#store(call, {
      usage,
      traced,
      descriptions: things.map((thing, index) => ({ ...thing, description: parsed.get(index + 1) ?? null })),
      status: parsed.size === 0 ? 'unusable' : 'adopted',
      reason:
        parsed.size === things.length
          ? null
          : `The answer described ${parsed.size} of ${things.length} things`,
    });
    return { kind: 'answered', described };
  }

  /** Stores the usage first, because the trajectory tables may reject the descriptions. */
  async #store(call: BegunCall, { descriptions, traced, ...end }: EndedCall): Promise<number> {
    const { db, onPoint } = this.#dependencies;
    const { rounds: session, ordinal, model } = call;
    const { status, reason } = end;
    await endPortraitCall(db, { session, ordinal, model, ...end });
    traceUpkeepCall(traced, call);
    countDescription(status);
    await onPoint?.('describeTouched.counted');
    if (descriptions.length === 0) return 0;
    const described = await this.#writeWithRetries({ ...call, descriptions });
    await onPoint?.('describeTouched.stored');
    const things = descriptions.filter(({ description }) => description === null).length;
    if (things > 0)
      log.warn(`The model did not describe some touched things: they keep the ${DEFAULT_DESCRIPTION}`, {
        things,
        model,
        status,
        reason,
      });
    return described;
  }

  /** Retries here, because an Activity retry would pay for the model call again. */
  async #writeWithRetries(portraits: Portraits): Promise<number> {
    const { db, timing } = this.#dependencies;
    for (let tries = 1; ; tries += 1) {
      try {
        return await storePortraits(db, portraits);
      } catch (error) {
        if (tries >= MAX_WRITES) throw error;
        await pause(timing.retryMs * 2 ** (tries - 1));
      }
    }
  }
}

function keepFitting(
  things: readonly UndescribedThing[],
  { counters, window, maxOutputTokens }: Summarizer,
): readonly UndescribedThing[] {
  let fit = things;
  while (fit.length > 1 && countTokens(fit) > window - maxOutputTokens)
    fit = fit.slice(0, Math.ceil(fit.length / 2));
  return fit;

  function countTokens(some: readonly UndescribedThing[]): number {
    return portraitRequest(some).reduce((sum, { content }) => sum + counters.countText(content), 0);
  }
}
