import { sandbox } from '../code/pool.js';
import type { TurnRequest } from '../code/fair-turns.js';
import { EVALUATION_MILLISECONDS } from '../code/sandbox-limits.js';
import { OverShareError } from '../templates/meter.js';
import { checkHere, type CheckedObject, type ObjectToCheck } from './check-here.js';
import { Steps } from './schema/steps.js';

/** About 20 ms on a core: one answer may not hold the event loop for longer. */
const STEPS_HERE = 50_000;
/** A longer text takes time to parse, before any step is counted. */
const CHARACTERS_HERE = 20_000;
/** UTF-16 units of an answer. */
const MAX_CHARACTERS = 4_000_000;

/** The line of those who do not say whose check it is. */
const NOBODY: TurnRequest = { line: ['', ''] };

/**
 * Reads the object that a model wrote, fills in defaults of its schema, and checks it. Ignores words and code fences around it.
 * Both schema and text may be hostile: what is small is checked here and now, and the rest in a thread when it is its turn, with
 * a second on a core. A check that takes more is a problem of the object. Throws the reason of an aborted signal.
 */
export async function checkObject(
  given: ObjectToCheck,
  request: TurnRequest = NOBODY,
): Promise<CheckedObject> {
  const { length } = given.text;
  if (length > MAX_CHARACTERS) return { problem: `it has more than ${MAX_CHARACTERS} characters` };
  if (length <= CHARACTERS_HERE)
    try {
      return checkHere(given, new Steps(STEPS_HERE));
    } catch (error) {
      if (!(error instanceof OverShareError)) throw error;
    }
  const outcome = await sandbox.run({ check: given }, request);
  switch (outcome.kind) {
    case 'checked':
      return outcome.checked;
    case 'unserved':
    case 'over-limit':
      return { problem: 'it could not be checked, because this worker checks too much else' };
    default:
      return { problem: `it takes more than ${EVALUATION_MILLISECONDS} ms to check against its schema` };
  }
}
