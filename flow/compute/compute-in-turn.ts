import { SandboxBusyError, sandbox } from '../code/pool.js';
import type { TurnRequest } from '../code/fair-turns.js';
import { EVALUATION_MILLISECONDS } from '../code/sandbox-limits.js';
import { OverShareError } from '../templates/meter.js';
import type { Missing } from '../templates/missing.js';
import type { TemplateScope } from '../templates/render-parsed.js';
import { compute, type Computation, type ComputeLimit } from './compute.js';

export interface ComputeRequest extends TurnRequest {
  nodeId: string;
  missing?: Missing;
}

/** At most about 25 ms of CPU, which block the event loop. */
const HERE: ComputeLimit = { share: 0.05, conditionSteps: 500_000 };
/** Parsing is not metered. */
const MAX_SOURCE_CHARACTERS = 20_000;

/** Small inputs run here, all others in a thread. */
export async function computeInTurn(given: Computation, request: ComputeRequest): Promise<unknown> {
  const { missing, nodeId } = request;
  const computation = { missing, nodeId, ...given };
  if (hasShortSource(computation))
    try {
      return compute(computation, HERE);
    } catch (error) {
      if (!(error instanceof OverShareError)) throw error;
    }
  const outcome = await sandbox.run({ computation }, request);
  if (outcome.kind === 'computed') return outcome.value;
  if (outcome.kind === 'unserved' || outcome.kind === 'over-limit') throw new SandboxBusyError(outcome);
  throw new Error(explain(computation, request.nodeId, outcome));
}

export async function computeText(
  given: { template: string; scope: TemplateScope },
  request: ComputeRequest,
): Promise<string> {
  return (await computeInTurn({ kind: 'text', ...given }, request)) as string;
}

function hasShortSource(computation: Computation): boolean {
  const { scope: _scope, ...source } = computation;
  return JSON.stringify(source).length <= MAX_SOURCE_CHARACTERS;
}

function explain(
  computation: Computation,
  nodeId: string,
  outcome: { kind: 'late' | 'value' | 'checked' } | { kind: 'thrown' | 'broken'; message: string },
): string {
  if ('message' in outcome) return outcome.message;
  const [what, remedy] =
    'config' in computation
      ? [
          `The conditions of node '${nodeId}' take`,
          'give them fewer items, shorter texts or simpler patterns',
        ]
      : [`The template of node '${nodeId}' takes`, 'give it less data, or split it'];
  return `${what} more than ${EVALUATION_MILLISECONDS} ms; ${remedy}`;
}
