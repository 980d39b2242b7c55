/** Temporal's plugin: one Workflow per chat, one Update per message. */
import { AiSdkPlugin } from '@temporalio/ai-sdk';
import { Client, Connection, WithStartWorkflowOperation } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { provider, runTool } from './tools.mjs';

const bundlePath = (folder) => `${folder}/temporal-ai-sdk.js`;
const plugins = (modelUrl) => {
  const models = provider(modelUrl);
  return [new AiSdkPlugin({ modelProvider: { languageModel: (id) => models(id) } })];
};

export async function build({ folder, modelUrl }) {
  const workflowsPath = fileURLToPath(new URL('./temporal-ai-sdk-workflow.mjs', import.meta.url));
  const logger = new DefaultLogger('ERROR');
  const { code } = await bundleWorkflowCode({ workflowsPath, plugins: plugins(modelUrl), logger });
  await writeFile(bundlePath(folder), code);
}

export async function start({ temporalAddress: address, taskQueue, folder, modelUrl, toolUrl }) {
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const worker = await Worker.create({
    connection: await NativeConnection.connect({ address }),
    taskQueue,
    workflowBundle: { codePath: bundlePath(folder) },
    plugins: plugins(modelUrl),
    activities: { runTool: (name, input) => runTool(toolUrl, name, input) },
  });
  void worker.run();
  const client = new Client({ connection: await Connection.connect({ address }) });
  return ({ chat, id, text }) =>
    client.workflow.executeUpdateWithStart('ask', {
      args: [text],
      updateId: id,
      startWorkflowOperation: new WithStartWorkflowOperation('chat', {
        workflowId: `${taskQueue}/${chat}`,
        taskQueue,
        workflowIdConflictPolicy: 'USE_EXISTING',
      }),
    });
}
