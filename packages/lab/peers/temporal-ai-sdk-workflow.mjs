import { TemporalProvider } from '@temporalio/ai-sdk/workflow';
import { condition, defineUpdate, proxyActivities, setHandler } from '@temporalio/workflow';
import { generateText, isStepCount } from 'ai';
import { aiSdkTools, SYSTEM } from './tools.mjs';

// By default, a killed worker's Activity is retried only after ten minutes.
const activity = { startToCloseTimeout: '10s' };
const { runTool } = proxyActivities(activity);
const model = new TemporalProvider({ default: activity }).languageModel('scripted');
const tools = aiSdkTools(runTool);

export async function chat() {
  let messages = [];
  setHandler(defineUpdate('ask'), async (content) => {
    messages = [...messages, { role: 'user', content }];
    const result = await generateText({
      model,
      instructions: SYSTEM,
      messages,
      tools,
      stopWhen: isStepCount(9),
    });
    messages = [...messages, ...result.responseMessages];
    return result.text;
  });
  await condition(() => false);
}
