import { listVariables } from '../../models/providers/providers.js';

const FOREIGN = [
  'TEMPORAL_',
  'THREADLINE_',
  'DATABASE_URL',
  // Becomes `OPENAI_`, because the providers' packages read more variables than we list.
  ...listVariables().map(([, { apiKey }]) => apiKey.replace(/_.*/, '_')),
];

export function plainEnvironment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !FOREIGN.some((prefix) => name.startsWith(prefix)),
  );
  return { ...Object.fromEntries(own), ...more };
}
