import { HumanMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import { createReactAgent } from '@langchain/langgraph/prebuilt';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { ChatOpenAI } from '@langchain/openai';
import { DESCRIPTIONS, runTool, SCHEMA, SYSTEM } from './tools.mjs';

export async function start({ databaseUrl, modelUrl, toolUrl }) {
  const checkpointer = PostgresSaver.fromConnString(databaseUrl);
  await checkpointer.setup();
  const agent = createReactAgent({
    llm: new ChatOpenAI({ model: 'scripted', apiKey: 'none', configuration: { baseURL: modelUrl } }),
    tools: Object.entries(DESCRIPTIONS).map(([name, description]) =>
      tool((input) => runTool(toolUrl, name, input), { name, description, schema: SCHEMA }),
    ),
    prompt: SYSTEM,
    checkpointer,
  });
  return async ({ chat, id, text }) => {
    // `sync` stores each step before the next begins.
    const config = { configurable: { thread_id: chat }, durability: 'sync' };
    const { values, next } = await agent.getState(config);
    const isKnown = values.messages?.some((message) => message.id === id);
    if (isKnown && next.length === 0) return values.messages.at(-1).content;
    const message = new HumanMessage({ id, content: text });
    const { messages } = await agent.invoke(isKnown ? null : { messages: [message] }, config);
    return messages.at(-1).content;
  };
}
