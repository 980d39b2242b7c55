import { defineConfig } from 'threadline';
import { apiKeys } from 'threadline/server';
import { assistant } from './flows/assistant.js';
import { lookUpOrder } from './tools/look-up-order.js';

/** The offline model answers without a key or a network. Set THREADLINE_MODEL, as `openai:gpt-4o-mini`, to use another. */
const model = process.env.THREADLINE_MODEL || 'offline:demo';

export default defineConfig({
  flows: [assistant(model)],
  tools: [lookUpOrder],
  // `threadline serve` accepts the keys of `threadline keys create`.
  gateway: { authenticate: apiKeys() },
});
