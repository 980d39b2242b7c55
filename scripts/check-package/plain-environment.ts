import { listVariables } from '../../models/providers/providers.js';

/** Prefixes of the variables that developers' machines have set, and that must not decide the result of the check. */
const FOREIGN = [
  'TEMPORAL_',
  'THREADLINE_',
  'DATABASE_URL',
  // `OPENAI_API_KEY` gives `OPENAI_`: the providers' own packages read more variables than we name.
  ...listVariables().map(([, { apiKey }]) => apiKey.replace(/_.*/, '_')),
];

/** Copies this process's environment without settings of Threadline, and adds variables. */
export function plainEnvironment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !FOREIGN.some((prefix) => name.startsWith(prefix)),
  );
  return { ...Object.fromEntries(own), ...more };
}
