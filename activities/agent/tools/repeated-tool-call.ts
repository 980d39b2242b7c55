import { baseOf } from '../../../flow/execution/step-blocks.js';
import { isRepeatedCall } from '../../../context/guards/is-repeated-call.js';
import type { Database } from '../../../store/database.js';
import { findEarlierCalls } from '../../../store/calls/tool-calls.js';
import { argumentsHash } from './arguments-hash.js';
import type { AskedToolCall } from './open-tool-call.js';

/**
 * Why a call is not run: it was made before with the same arguments, and the model has the result before it or
 * gets it from this very step. Undefined: it is to be run.
 */
export async function describeRepeatedToolCall(
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
  if (before.some((other) => argumentsHash(other) === hash))
    return describe(call.toolName, 'its result stands beside this one');
  const earlier = await findEarlierCalls(db, {
    executionId: run.execution.id,
    // What another node called is not before this one's eyes.
    afterStep: baseOf(step),
    step,
    argumentsHash: hash,
  });
  const seen = earlier.find((candidate) => isRepeatedCall(candidate, candidate.manifest));
  if (seen === undefined) return undefined;
  const where = seen.artifact === null ? '' : `, whole in artifact:${seen.artifact}`;
  return describe(call.toolName, `its result stands above${where}`);
}

function describe(toolName: string, where: string): string {
  return (
    `'${toolName}' has already been called during this session with the same arguments; ${where}. ` +
    'It was not run again: use that result, or call it with other arguments.'
  );
}
