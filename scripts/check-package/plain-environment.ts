/** Set on developers' machines, and not to decide what is found here. */
const FOREIGN = /^(TEMPORAL_|THREADLINE_|OPENAI_|ANTHROPIC_|DATABASE_URL)/;

/** This process's environment without settings of Threadline, and with more variables. */
export function plainEnvironment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !FOREIGN.test(name));
  return { ...Object.fromEntries(own), ...more };
}
