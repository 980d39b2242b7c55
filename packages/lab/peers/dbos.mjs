/** One workflow per message, one step per model call and tool. */
import { DBOS } from '@dbos-inc/dbos-sdk';
import { callModel, createTable, storeTurn, toolMessage } from './app-tables.mjs';
import { runTool } from './tools.mjs';

let urls;

async function answer({ chat, id, text }) {
  const messages = [{ role: 'user', content: text }];
  const { modelUrl, toolUrl } = urls;
  for (;;) {
    const call = () => callModel({ modelUrl, chat, id, messages });
    const reply = await DBOS.runStep(call, { name: 'callModel', retriesAllowed: true });
    messages.push(...reply.messages);
    for (const { toolName, input, ...rest } of reply.calls) {
      const run = () => runTool(toolUrl, toolName, input);
      const result = await DBOS.runStep(run, { name: toolName, retriesAllowed: true });
      messages.push(toolMessage({ toolName, ...rest }, result));
    }
    if (reply.calls.length > 0) continue;
    await DBOS.runStep(() => storeTurn({ chat, id, messages }), { name: 'storeTurn' });
    return reply.text;
  }
}

export async function start({ databaseUrl, modelUrl, toolUrl }) {
  urls = { modelUrl, toolUrl };
  process.env.DATABASE_URL = databaseUrl;
  await createTable();
  DBOS.setConfig({ name: 'peer', systemDatabaseUrl: databaseUrl, logLevel: 'error' });
  const workflow = DBOS.registerWorkflow(answer, { name: 'answer' });
  // Launching also continues interrupted workflows.
  await DBOS.launch();
  return async (message) => {
    const handle = await DBOS.startWorkflow(workflow, { workflowID: message.id })(message);
    return handle.getResult();
  };
}
