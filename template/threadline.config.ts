import { defineConfig } from 'threadline';
import { apiKeys } from 'threadline/server';
import { assistant } from './flows/assistant.js';
import { lookUpOrder } from './tools/look-up-order.js';

/** The offline model needs no key or network. To use another, set THREADLINE_MODEL, such as `openai:gpt-4o-mini`. */
const model = process.env.THREADLINE_MODEL || 'offline:demo';

export default defineConfig({
  flows: [assistant(model)],
  tools: [lookUpOrder],
  // `threadline serve` accepts keys from `threadline keys create`.
  gateway: { authenticate: apiKeys() },
});
