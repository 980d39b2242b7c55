import * as sdk from 'ai-7';
import { createOpenAICompatible } from 'ai-compatible-3';
import { checkAiSdk } from './check-ai-sdk.mjs';

await checkAiSdk({
  sdk,
  packageName: 'ai-7',
  createModel: ({ name, ...options }) => createOpenAICompatible({ name: 'threadline', ...options })(name),
});
