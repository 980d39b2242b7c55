import type { PlannedCall } from '../../../context/call/plan-call.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import type { ProviderCount } from '../../../models/counting/provider-counter.js';
import { learnRatio } from '../../../models/facts/learned-facts.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { toCallOptions } from '../call/call-options.js';
import { hasPictures, measureRatio } from '../call/learn-count.js';
import { createDueSource, type DueCall } from './due-source.js';
import { planRows, type RowsPlan } from './plan-rows.js';

const NEAR = 0.9;

/** Near its window, the provider counts the plan: our count may be too low. */
export function createPlanDueCall(dependencies: ActivityDependencies) {
  const { db, models } = dependencies;
  const dueSource = createDueSource(dependencies);

  return async function planDueCall(
    call: DueCall,
    willCompact: (fitted: RowsPlan) => boolean,
  ): Promise<RowsPlan> {
    const fitted = await planRows(db, await dueSource(call));
    const count = await countFitted(fitted);
    if (!count) return fitted;
    if (!isTooLong(fitted, count)) return record(fitted, count);
    // The count was learned, so the same rows are planned smaller.
    const again = await planRows(db, await dueSource(call));
    return record(again, await countFitted(again));

    async function countFitted(one: RowsPlan): Promise<ProviderCount | undefined> {
      if (one.planned.plan.verdict === 'cannot-fit' || willCompact(one)) return undefined;
      return countPlan(call.node.config, one.planned);
    }
  };

  async function countPlan(config: CallConfig, planned: PlannedCall): Promise<ProviderCount | undefined> {
    const { manifest, request } = planned;
    const { window, reserve, systemTokens, toolTokens, tokens } = manifest;
    const isNear = systemTokens + toolTokens + tokens + reserve >= window * NEAR;
    if (!isNear || hasPictures(manifest)) return undefined;
    const count = await models.count(config.model, { ...request, ...toCallOptions(config, request) });
    const ratio = count && measureRatio(manifest, { tokens: count.tokens });
    if (!count || ratio === undefined) return undefined;
    learnRatio(config.model, ratio, { isRejected: count.tokens + reserve > window });
    return count;
  }
}

function isTooLong({ planned }: RowsPlan, { tokens }: ProviderCount): boolean {
  const { window, reserve } = planned.manifest;
  return tokens + reserve > window;
}

function record(fitted: RowsPlan, counted: ProviderCount | undefined): RowsPlan {
  const { planned } = fitted;
  return { ...fitted, planned: { ...planned, manifest: { ...planned.manifest, counted } } };
}
