import { findBase } from '../../../flow/execution/step-blocks.js';
import { isRepeatedCall } from '../../../context/call/is-repeated-call.js';
import type { Database } from '../../../store/database.js';
import { findEarlierCalls } from '../../../store/calls/stored-tool-calls.js';
import { hashArguments } from './hash-arguments.js';
import type { AskedToolCall } from './open-tool-call.js';

export async function describeRepeatedCall(
  db: Database,
  run: {
    execution: { id: number };
    step: number;
    ordinal: number;
    call: AskedToolCall;
    calls: readonly AskedToolCall[];
    hash: string;
  },
): Promise<string | undefined> {
  const { step, hash, call } = run;
  const before = run.calls.slice(0, run.ordinal - 1);
  if (before.some((other) => hashArguments(other) === hash))
    return describe(call.toolName, 'its result stands beside this one');
  // Calls of an agent's earlier runs are not in its context, so they do not count.
  const afterStep = findBase(step);
  if (step === afterStep + 1) return undefined;
  const earlier = await findEarlierCalls(db, {
    executionId: run.execution.id,
    afterStep,
    step,
    argumentsHash: hash,
  });
  const seen = earlier.find((candidate) => isRepeatedCall(candidate, candidate.manifest));
  if (!seen) return undefined;
  const where = seen.artifact === null ? '' : `, whole in artifact:${seen.artifact}`;
  return describe(call.toolName, `its result stands above${where}`);
}

function describe(toolName: string, where: string): string {
  return (
    `'${toolName}' has already been called during this session with the same arguments; ${where}. ` +
    'It was not run again: use that result, or call it with other arguments.'
  );
}
