import * as sdk from 'ai-6';
import { createOpenAICompatible } from 'ai-compatible-2';
import { checkAiSdk } from './check-ai-sdk.mjs';

await checkAiSdk({
  sdk,
  packageName: 'ai-6',
  createModel: ({ name, ...options }) => createOpenAICompatible({ name: 'threadline', ...options })(name),
});
