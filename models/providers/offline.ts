import { withoutPictures } from '../model-facts.js';
import type { Provider } from './provider.js';

const MODEL = 'demo';

export const offline: Provider = {
  interfaces: {
    offline: {
      describeMissing: () => undefined,
      async createModel(modelId, { delayMs = 0 }) {
        if (modelId !== MODEL) {
          const message = `Model 'offline:${modelId}' does not exist; the offline model is 'offline:${MODEL}'`;
          throw Object.assign(new Error(message), { code: 'ERR_UNKNOWN_MODEL' });
        }
        const { createOfflineModel } = await import('../offline/offline-model.js');
        return createOfflineModel({ delayMs });
      },
    },
  },
  async chooseModel() {
    return {
      model: `offline:${MODEL}`,
      reason: 'no model and no API key is set: the built-in offline model answers',
    };
  },
  takesSystemAnywhere: true,
  models: withoutPictures([
    { prefix: 'offline:', contextWindow: 128_000, price: { input: '0', output: '0' } },
  ]),
};
