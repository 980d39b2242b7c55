import type { ModelCounting } from '../../context/text/counters.js';
import { lookUpModel } from '../facts/model-table.js';
import { countMessageTokens, countTextTokens, weighMessage } from './count-tokens.js';
import { weighText } from './weigh-text.js';

/** Read once per plan, which facts that are learned later must not change. */
export function findCounting(model: string): ModelCounting {
  const { tokenFactor, textWeights, sources } = lookUpModel(model);
  const factorSource = sources.tokenFactor === 'endpoint' ? 'assumed' : sources.tokenFactor;
  return createCounting({ tokenFactor, factorSource, textWeights });
}

export function createCounting(
  facts: Pick<ModelCounting, 'tokenFactor' | 'factorSource' | 'textWeights'>,
): ModelCounting {
  const { textWeights: weights } = facts;
  if (!weights)
    return {
      ...facts,
      plain: { countText: countTextTokens, countMessage: countMessageTokens },
      weighMessage: () => 0,
    };
  return {
    ...facts,
    plain: {
      countText: (text) => countTextTokens(text) + weighText(text, weights),
      countMessage: (message) => countMessageTokens(message) + weighMessage(message, weights),
    },
    weighMessage: (message) => weighMessage(message, weights),
  };
}
