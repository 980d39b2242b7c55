export interface GuardedStep {
  calls: readonly { key: string; name: string; isError: boolean }[];
  compactions: number;
}

export interface GuardVerdict {
  kind: 'nudge' | 'forced';
  text: string;
}

export const MAX_NUDGES = 2;
const IDENTICAL_CALLS = 3;
const ALTERNATING_CALLS = 6;
const FAILED_STEPS = 3;
const RECURRING_CALLS = 3;
const RECURRENCE_STEPS = 20;
export const RECURRING_STEPS = 3;

/** Uses only stored rows, so every worker reaches the same verdict. */
export function guardLoop(steps: readonly GuardedStep[], nudges: number): GuardVerdict | undefined {
  const problem =
    describeIdentical(steps) ??
    describeAlternation(steps) ??
    describeErrors(steps) ??
    describeRecurrence(steps);
  if (!problem) return undefined;
  if (nudges < MAX_NUDGES)
    return {
      kind: 'nudge',
      text: `[Automatic note: ${problem} Use what you know already, try something different, or answer.]`,
    };
  return {
    kind: 'forced',
    text: `[Automatic note: ${problem} No more tools can be called. Answer now with what you have, and say what is missing.]`,
  };
}

function describeIdentical(steps: readonly GuardedStep[]): string | undefined {
  const last = takeNewestCalls(steps, IDENTICAL_CALLS);
  const [first] = last;
  if (!first || last.length < IDENTICAL_CALLS) return undefined;
  if (last.some(({ key }) => key !== first.key)) return undefined;
  return `'${first.name}' was called ${IDENTICAL_CALLS} times in a row with the same arguments.`;
}

function describeAlternation(steps: readonly GuardedStep[]): string | undefined {
  const last = takeNewestCalls(steps, ALTERNATING_CALLS);
  const [one, other] = last;
  if (!one || !other || last.length < ALTERNATING_CALLS) return undefined;
  if (last.some(({ key }, at) => key !== (at % 2 === 0 ? one : other).key)) return undefined;
  return `'${one.name}' and '${other.name}' were called in turn, three times over, with the same arguments.`;
}

function describeErrors(steps: readonly GuardedStep[]): string | undefined {
  const last = steps.slice(-FAILED_STEPS);
  const isFailing = ({ calls }: GuardedStep): boolean =>
    calls.length > 0 && calls.every(({ isError }) => isError);
  if (last.length < FAILED_STEPS || !last.every(isFailing)) return undefined;
  return `Every tool call of the last ${FAILED_STEPS} steps failed.`;
}

/**
 * Finds calls that repeat across compactions. Repetitions far apart are fine: an agent may reread its task
 * list after each compaction.
 */
function describeRecurrence(steps: readonly GuardedStep[]): string | undefined {
  const soon = steps.slice(-RECURRENCE_STEPS);
  const repeated = steps.at(-1)?.calls.find((call) => isRecurring(call, soon));
  if (repeated)
    return `'${repeated.name}' was called ${RECURRING_CALLS} times with the same arguments, although summaries have its results.`;
  const last = steps.slice(-RECURRING_STEPS);
  const isOld = ({ calls }: GuardedStep): boolean =>
    calls.length > 0 && calls.every((call) => isRecurring(call, steps));
  if (last.length < RECURRING_STEPS || !last.every(isOld)) return undefined;
  return `All tool calls of the last ${RECURRING_STEPS} steps were made ${RECURRING_CALLS} times, although summaries have their results.`;
}

function isRecurring({ key }: { key: string }, steps: readonly GuardedStep[]): boolean {
  const made = steps.filter(({ calls }) => calls.some((call) => call.key === key)).slice(-RECURRING_CALLS);
  return made.length === RECURRING_CALLS && made[0]?.compactions !== made.at(-1)?.compactions;
}

function takeNewestCalls(steps: readonly GuardedStep[], count: number): GuardedStep['calls'] {
  return steps.flatMap(({ calls }) => calls).slice(-count);
}
