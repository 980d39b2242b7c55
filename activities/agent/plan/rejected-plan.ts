import type { CallInput } from '../../../context/call/call-input.js';
import type { PlannedCall } from '../../../context/call/plan-call.js';
import type { ContextManifest } from '../../../context/manifest/manifest.js';
import type { ModelCounting } from '../../../context/text/counters.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import { createCounting } from '../../../models/counting/model-counting.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { readOverflow } from '../../../models/failures/read-overflow.js';
import { learnedFactor } from '../../../models/facts/token-ratios.js';
import type { RejectedCall } from '../../../store/calls/find-rejected-call.js';
import { findLimit, measureRatio } from '../call/learn-count.js';
import type { LoadedNode } from './load-node.js';
import { readWindow } from '../node-model.js';

/** The next plan's share of the rejected size if the provider's error has no token counts. */
const HARDER = 0.75;
/** Used instead of HARDER if the window is a guess, which may be sixteen times too high. */
const HALF = 0.5;
/**
 * Used if the error has token counts. The learned factor shrinks the plan; this share only rules out an equal
 * request.
 */
const SMALLER = 0.98;

export interface RejectedPlan {
  node: LoadedNode;
  counting: ModelCounting;
  budgetShare: number;
  planSmaller(input: CallInput, planCall: (input: CallInput) => PlannedCall): PlannedCall;
}

/** Uses only the stored error, so every worker makes the same plan. */
export function readRejection(
  { model, manifest, reason }: RejectedCall,
  { node, counting: known }: { node: LoadedNode; counting: ModelCounting },
): RejectedPlan {
  const figures = readOverflow(reason);
  // A fallback has its own token factor, to which the rejection does not apply.
  const ratio = model === node.config.model ? measureRatio(manifest, figures) : undefined;
  const factor = ratio === undefined ? undefined : learnedFactor([ratio], known.tokenFactor);
  const counting =
    factor === undefined ? known : createCounting({ ...known, tokenFactor: factor, factorSource: 'learned' });
  const isNamed = ratio !== undefined;
  const harder = lookUpModel(node.config.model).sources.window === 'assumed' ? HALF : HARDER;
  const share = isNamed ? SMALLER : harder;
  return {
    node: { ...node, config: narrowWindow(node.config, findLimit(manifest, figures)) },
    counting,
    budgetShare: isNamed ? 1 : harder,
    planSmaller(input, planCall) {
      const planned = planCall(input);
      const isSmaller =
        planned.manifest.reserve < manifest.reserve ||
        countPlain(planned.manifest) <= countPlain(manifest) * share;
      if (isSmaller || planned.plan.verdict === 'cannot-fit') return planned;
      const plainLimit = (manifest.tokens / (manifest.tokenFactor ?? 1)) * share;
      const smaller = planCall({ ...input, tokenLimit: Math.floor(plainLimit * counting.tokenFactor) });
      if (smaller.plan.verdict !== 'cannot-fit') return smaller;
      const why = 'The provider rejects the request as too long, and nothing is left to trim';
      return { ...smaller, plan: { ...smaller.plan, reason: why } };
    },
  };
}

function countPlain({ systemTokens, toolTokens, tokens, tokenFactor = 1 }: ContextManifest): number {
  return (systemTokens + toolTokens + tokens) / tokenFactor;
}

function narrowWindow(config: CallConfig, limit: number | undefined): CallConfig {
  if (limit === undefined || limit >= readWindow(config).window) return config;
  return { ...config, extraConfig: { ...config.extraConfig, contextWindow: limit } };
}
