import { log } from '@temporalio/activity';
import { DEFAULT_DESCRIPTION } from '../../trajectory/portraits/default-description.js';
import { parsePortraits } from '../../trajectory/portraits/parse-portraits.js';
import { MOST_THINGS, portraitRequest } from '../../trajectory/portraits/portrait-request.js';
import { loadUndescribed, type UndescribedThing } from '../../store/trajectory/load-undescribed.js';
import { storePortraitCall, type PortraitCall } from '../../store/trajectory/store-portrait-call.js';
import { storePortraits, type Portraits } from '../../store/trajectory/store-portraits.js';
import { describeFromEarlier, type TouchedScope } from '../../store/trajectory/undescribed.js';
import { withinLockWait } from '../../store/trajectory/within-lock-wait.js';
import type { ActivityDependencies } from '../dependencies.js';
import { countPortraits } from '../metrics.js';
import { exportRounds } from '../trajectory/export-rounds.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { createAskSummarizer } from './ask-summarizer.js';
import { callerConversationId } from './conversation-of.js';
import { findPortraitWork, LOOKED_AT_TURNS, type PortraitWork } from './find-trajectory-work.js';
import { pause } from './pause.js';
import { writerOf, type Summarizer } from './summarizer.js';
import type { DescribeTouchedResult } from '../../protocol/activities/upkeep.js';

/** Calls of one Activity, besides those that found their request too long. */
const MOST_CALLS = 3;
/** Times that what a call said is written, with longer and longer waits: about a minute. */
const MOST_WRITES = 7;
/** Plain tokens of an answer. */
const TOKENS_PER_THING = 120;
/** A request that the provider finds too long is asked again with so much less in it. */
const SMALLER = 4;
const NO_USAGE = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, cost: '0' };

/** How a call came out; `too-long`: of so many things, which are as they were. */
type Portrayed = { kind: 'answered' | 'failed'; described: number } | { kind: 'too-long'; things: number };

/**
 * Describes what a conversation's agents touched in its newest turns: each thing once, many in one call, and one that
 * was described in an earlier turn without a call. What no model can describe gets a default description, so that it is
 * not asked for again and each run leaves fewer things; only a cancel, the store or the worker fail the Activity.
 */
export function createDescribeTouched(dependencies: ActivityDependencies) {
  const { db, trajectoryFiles, timing, onPoint } = dependencies;
  const ask = createAskSummarizer(dependencies);

  return async function describeTouched(): Promise<DescribeTouchedResult> {
    const workflowId = callerConversationId();
    let described = 0;
    const details = (): object => ({ phase: 'describing', described });
    return withHeartbeat({ everyMs: timing.heartbeatMs, details }, async () => {
      const work = await findPortraitWork(db, workflowId);
      if (work === undefined) return { described };
      const scope = { conversationId: work.answeredBy.conversationId, turns: LOOKED_AT_TURNS };
      described += await withinLockWait(db, (trx) => describeFromEarlier(trx, scope));
      const due = (limit: number): Promise<UndescribedThing[]> =>
        withinLockWait(db, (trx) => loadUndescribed(trx, { ...scope, flows: work.flows, limit }));
      let limit = MOST_THINGS;
      let calls = 0;
      while (calls < MOST_CALLS) {
        const things = await due(limit);
        if (things.length === 0) break;
        const made = await portray(things, { work, scope });
        if (made.kind === 'too-long') {
          limit = Math.ceil(made.things / SMALLER);
          continue;
        }
        described += made.described;
        // One that failed may have taken minutes.
        calls += made.kind === 'failed' ? MOST_CALLS : 1;
      }
      const isMore = (await due(1)).length > 0;
      await exportRounds({ db, trajectoryFiles }, { session: workflowId, last: LOOKED_AT_TURNS });
      return { described, ...(isMore && { more: true as const }) };
    });
  };

  async function portray(
    loaded: readonly UndescribedThing[],
    { work, scope }: { work: PortraitWork; scope: TouchedScope },
  ): Promise<Portrayed> {
    const { flow, rule, answeredBy } = work;
    const budget = MOST_THINGS * TOKENS_PER_THING;
    const writer = writerOf(flow, { named: rule.model, answeredBy, budget });
    const things = fitting(loaded, writer);
    const call = { ...scope, position: answeredBy.position, model: writer.model };
    const answer = await ask(portraitRequest(things), writer);
    await onPoint?.('describeTouched.answered');
    if (answer.kind !== 'answered') {
      // Fewer of them may do.
      const isTooLong = answer.kind === 'too-long' && things.length > 1;
      const descriptions = isTooLong ? [] : things.map((thing) => ({ ...thing, description: null }));
      const failed = { usage: NO_USAGE, status: 'failed' as const, reason: answer.reason };
      const described = await store({ ...call, ...failed, descriptions });
      return isTooLong ? { kind: 'too-long', things: things.length } : { kind: 'failed', described };
    }
    const said = parsePortraits(answer.text, things.length);
    const descriptions = things.map((thing, index) => ({
      ...thing,
      description: said.get(index + 1) ?? null,
    }));
    const left = things.length - said.size;
    const described = await store({
      ...{ ...call, usage: answer.usage, descriptions },
      status: said.size === 0 ? 'unusable' : 'adopted',
      reason: left === 0 ? null : `The answer described ${said.size} of ${things.length} things`,
    });
    return { kind: 'answered', described };
  }

  /** First what was paid for, then what it said: the tables of trajectories may refuse that. */
  async function store(call: PortraitCall & Omit<Portraits, 'ordinal'>): Promise<number> {
    const { status, reason, model, descriptions } = call;
    const ordinal = await storePortraitCall(db, call);
    countPortraits({ status });
    await onPoint?.('describeTouched.counted');
    if (ordinal === undefined || descriptions.length === 0) return 0;
    const described = await writePatiently({ ...call, ordinal });
    await onPoint?.('describeTouched.stored');
    const left = descriptions.filter(({ description }) => description === null).length;
    if (left > 0)
      log.warn(`What was touched has the ${DEFAULT_DESCRIPTION}: its model gave none`, {
        ...{ things: left, model, status, reason },
      });
    return described;
  }

  /** The next try of the Activity would ask, and pay, once more. */
  async function writePatiently(portraits: Portraits): Promise<number> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await storePortraits(db, portraits);
      } catch (error) {
        if (tries >= MOST_WRITES) throw error;
        await pause(timing.retryMs * 2 ** (tries - 1));
      }
    }
  }
}

/** As many of the things as the model's window takes with its answer, at least one. */
function fitting(
  things: readonly UndescribedThing[],
  { counters, window, maxOutputTokens }: Summarizer,
): readonly UndescribedThing[] {
  let fit = things;
  while (fit.length > 1 && tokensOf(fit) > window - maxOutputTokens)
    fit = fit.slice(0, Math.ceil(fit.length / 2));
  return fit;

  function tokensOf(some: readonly UndescribedThing[]): number {
    return portraitRequest(some).reduce((sum, { content }) => sum + counters.countText(content), 0);
  }
}
