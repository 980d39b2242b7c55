import * as sdk from 'ai-7';
import { createOpenAI } from 'ai-openai-4';
import { checkAiSdk } from './check-ai-sdk.mjs';

await checkAiSdk({
  sdk,
  packageName: 'ai-7',
  createModel: ({ name, ...options }) => createOpenAI(options)(name),
});
