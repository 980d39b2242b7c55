import * as sdk from 'ai-6';
import { createOpenAI } from 'ai-openai-3';
import { checkAiSdk } from './check-ai-sdk.mjs';

await checkAiSdk({
  sdk,
  packageName: 'ai-6',
  createModel: ({ name, ...options }) => createOpenAI(options)(name),
});
