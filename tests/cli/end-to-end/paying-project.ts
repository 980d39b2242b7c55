import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export function payingProject({ delayMs = 0 } = {}): string {
  const from = (path: string): string => JSON.stringify(pathToFileURL(join(ROOT, path)).href);
  return `
    import { appendFileSync } from 'node:fs';
    import { z } from ${from('node_modules/zod/index.js')};
    import { agent, chat, defineConfig, defineFlow, defineTool } from ${from('index.ts')};
    import { createOfflineModel } from ${from('models/offline/offline-model.ts')};
    const pay = defineTool({
      name: 'pay',
      description: 'Pays an amount.',
      input: z.object({ amount: z.number() }),
      approve: true,
      execute: ({ amount }) => {
        appendFileSync('paid', amount + '\\n');
        return amount + ' euros were paid';
      },
    });
    const flow = defineFlow({
      slug: 'assistant',
      name: 'Assistant',
      nodes: { chat: chat(), help: agent({ model: 'slow:demo', tools: ['pay'] }) },
      edges: [['chat', 'help']],
    });
    const models = { slow: () => createOfflineModel({ delayMs: ${delayMs} }) };
    export default defineConfig({ flows: [flow], tools: [pay], models });
  `;
}
