import type { Failure } from './read-failures.js';

const INTRO =
  'The `type` of a `ThreadlineError`, of a failed Workflow or Activity, and of `error.type` in a response of the ' +
  '[gateway](../gateway.md#errors), with its HTTP status. Branch on the type, never on the message. Nodes and tools ' +
  'of a project may have their own types. What to do in an [outage](../outages.md) depends on three of them.';

export function renderFailures(failures: readonly Failure[]): string {
  const rows = failures.map(({ type, status, text }) => `| \`${type}\` | ${status} | ${text} |`);
  return (
    ['# Errors', INTRO, ['| type | HTTP | meaning |', '| --- | --- | --- |', ...rows].join('\n')].join(
      '\n\n',
    ) + '\n'
  );
}
