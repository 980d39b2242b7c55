/** The tool calls of one step of an agent, as the guards see them. */
export interface GuardedStep {
  /** `key` is the same for calls of one tool with the same arguments. */
  calls: readonly { key: string; name: string; isError: boolean }[];
  /** Compactions of the run before the step. */
  compactions: number;
}

/** The step of the guards against a loop: a note in the next call (`nudge`), or a next call without tools (`forced`). */
export interface GuardVerdict {
  kind: 'nudge' | 'forced';
  /** The note that the model is sent. */
  text: string;
}

/** An agent is nudged so often to leave a loop before it must answer. */
export const MAX_NUDGES = 2;
const IDENTICAL_CALLS = 3;
const ALTERNATING_CALLS = 6;
const FAILED_STEPS = 3;
const RECURRING_CALLS = 3;
/** Steps within which one recurring call is a loop. */
const RECURRENCE_STEPS = 20;
/** Steps of nothing but recurring calls that are a loop, however long ago these were made. */
export const RECURRING_STEPS = 3;

/**
 * Looks at the newest steps of a run for a loop: three identical calls, two calls in turn three times over, three steps
 * of nothing but errors, or calls repeated across compactions. A loop gives a nudge, twice, then a forced answer. It decides by stored rows alone, so a
 * worker that takes over decides the same.
 */
export function guardLoop(steps: readonly GuardedStep[], nudges: number): GuardVerdict | undefined {
  const problem =
    describeIdentical(steps) ??
    describeAlternation(steps) ??
    describeErrors(steps) ??
    describeRecurrence(steps);
  if (problem === undefined) return undefined;
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
  if (first === undefined || last.length < IDENTICAL_CALLS) return undefined;
  if (last.some(({ key }) => key !== first.key)) return undefined;
  return `'${first.name}' was called ${IDENTICAL_CALLS} times in a row with the same arguments.`;
}

function describeAlternation(steps: readonly GuardedStep[]): string | undefined {
  const last = takeNewestCalls(steps, ALTERNATING_CALLS);
  const [one, other] = last;
  if (one === undefined || other === undefined || last.length < ALTERNATING_CALLS) return undefined;
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
 * Finds calls repeated because a compaction replaced their results with a summary. One such call in a while is no loop: an
 * agent may read its list of tasks after each compaction.
 */
function describeRecurrence(steps: readonly GuardedStep[]): string | undefined {
  const soon = steps.slice(-RECURRENCE_STEPS);
  const repeated = steps.at(-1)?.calls.find((call) => isRecurring(call, soon));
  if (repeated !== undefined)
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
