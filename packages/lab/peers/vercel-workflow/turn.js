import { callModel, storeTurn, toolMessage } from '../app-tables.mjs';
import { runTool } from '../tools.mjs';

export async function turn({ chat, id, text, modelUrl, toolUrl }) {
  'use workflow';
  const messages = [{ role: 'user', content: text }];
  for (;;) {
    const reply = await callStep({ modelUrl, chat, id, messages });
    messages.push(...reply.messages);
    for (const call of reply.calls) messages.push(await toolStep(toolUrl, call));
    if (reply.calls.length > 0) continue;
    await storeStep({ chat, id, messages });
    return reply.text;
  }
}

async function callStep(input) {
  'use step';
  return callModel(input);
}

async function toolStep(toolUrl, call) {
  'use step';
  return toolMessage(call, await runTool(toolUrl, call.toolName, call.input));
}

async function storeStep(input) {
  'use step';
  await storeTurn(input);
}
