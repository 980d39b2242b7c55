import { z } from 'zod';
import { connect } from '../../../../client/connect.js';
import { defineTool } from '../../../../extend/tools/define-tool.js';
import type { FlowDefinition } from '../../../../flow/definition.js';
import { createThreadlineWorker } from '../../../../worker/index.js';
import { DefaultLogger, NativeConnection, Runtime } from '@temporalio/worker';
import type { PeerMessage, PeerSettings } from './peer-process.js';

export async function start(settings: PeerSettings): Promise<(message: PeerMessage) => Promise<string>> {
  const { databaseUrl, temporalAddress: address, taskQueue, bundlePath, modelUrl, toolUrl } = settings;
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  // @ts-expect-error: JavaScript, with the packages of the peers.
  const peers = (await import('../../peers/tools.mjs')) as PeerTools;
  const tools = Object.entries(peers.DESCRIPTIONS).map(([name, description]) =>
    defineTool({
      name,
      description,
      input: z.strictObject({ order: z.string() }),
      execute: (input) => peers.runTool(toolUrl, name, input),
    }),
  );
  const config = { model: 'peers:scripted', system: peers.SYSTEM, tools: Object.keys(peers.DESCRIPTIONS) };
  const flow: FlowDefinition = {
    slug: 'orders',
    name: 'Orders',
    nodes: [
      { id: 'chat', kind: 'chat' },
      { id: 'agent', kind: 'agent', config },
    ],
    edges: [{ from: 'chat', to: 'agent' }],
  };
  const models = { peers: { baseUrl: modelUrl, apiKey: 'none', models: { scripted: { window: 128_000 } } } };
  const worker = await createThreadlineWorker({
    project: { flows: [flow], tools, models },
    databaseUrl,
    worker: {
      connection: await NativeConnection.connect({ address }),
      taskQueue,
      workflowBundle: { codePath: bundlePath },
    },
  });
  void worker.run();
  const client = await connect({ temporal: { address }, databaseUrl, taskQueue });
  return async ({ chat, id: turnId, text }) => {
    const conversation = client.conversation({ flow: 'orders', user: `${taskQueue}-${chat}` });
    return (await conversation.ask({ text, turnId })).text;
  };
}

interface PeerTools {
  DESCRIPTIONS: Record<string, string>;
  SYSTEM: string;
  runTool(toolUrl: string, name: string, input: unknown): Promise<string>;
}
