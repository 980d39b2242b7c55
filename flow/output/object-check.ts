import { sandbox } from '../code/pool.js';
import type { TurnRequest } from '../code/fair-turns.js';
import { EVALUATION_MILLISECONDS } from '../code/sandbox-limits.js';
import { OverShareError } from '../templates/meter.js';
import { checkHere, type CheckedObject, type ObjectToCheck } from './check-here.js';
import { Steps } from './schema/steps.js';

/** About 20 ms of CPU, which block the event loop. */
const STEPS_HERE = 50_000;
/** Parsing is not metered. */
const CHARACTERS_HERE = 20_000;
const MAX_CHARACTERS = 4_000_000;

const NOBODY: TurnRequest = { line: ['', ''] };

/**
 * Finds the JSON object in a text and fills in defaults. Large inputs run in a limited thread, because schema
 * and text may be hostile. Throws an aborted signal's reason.
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
      return { problem: 'it could not be checked, because this worker is busy with other checks' };
    default:
      return { problem: `it takes more than ${EVALUATION_MILLISECONDS} ms to check against its schema` };
  }
}
