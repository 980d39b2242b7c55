import { generateText, isStepCount } from 'ai';
import { aiSdkTools, provider, runTool, SYSTEM } from './tools.mjs';

export async function start({ modelUrl, toolUrl }) {
  const chats = new Map();
  const model = provider(modelUrl)('scripted');
  const tools = aiSdkTools((name, input) => runTool(toolUrl, name, input));
  return async ({ chat, text }) => {
    const messages = [...(chats.get(chat) ?? []), { role: 'user', content: text }];
    const result = await generateText({
      model,
      instructions: SYSTEM,
      messages,
      tools,
      stopWhen: isStepCount(9),
    });
    chats.set(chat, [...messages, ...result.responseMessages]);
    return result.text;
  };
}
