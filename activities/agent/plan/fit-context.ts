import { askAgain } from '../../../context/call/asked-output.js';
import type { CallInput } from '../../../context/call/call-input.js';
import { planCall, type PlannedCall } from '../../../context/call/plan-call.js';
import type { GuardVerdict } from '../../../context/guards/guard-loop.js';
import { findRejectedCall } from '../../../store/calls/find-rejected-call.js';
import { findCounting } from '../../../models/counting/model-counting.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { checkAnswer } from '../call/check-answer.js';
import { askOutput } from './ask-output.js';
import { invalidContextFailure } from './context-failures.js';
import { loadCall, type LoadedCall } from './load-call.js';
import type { LoadedNode } from './load-node.js';
import { loadPlannedTools } from './load-planned-tools.js';
import { countFixed, createListTools, createPrepareCall } from './prepare-call.js';
import { readRejection, type RejectedPlan } from './rejected-plan.js';

/** A call that is due. */
export interface DueCall {
  execution: ExecutionFacts;
  node: LoadedNode;
  step: number;
  /** The verdict of the loop guards; undefined: they say nothing. */
  guard: GuardVerdict | undefined;
  /** The agent's last step is made without tools, so that it answers. */
  withoutTools: boolean;
  /** The provider rejected the last plan as too long: plan by what its rejection says. */
  isHarder: boolean;
  /** No summary is asked for with the answer: the provider refused the call that did. */
  withoutSummary?: true;
  /** The schema of the object that is to be answered is told in words alone: the provider refused it as a setting. */
  withoutSchema?: true;
  /** The last answer is no such object: the model is told what is wrong with it, and asked again. */
  repairs?: true;
}

/** A call with the plan that was made of it. */
export interface FittedContext {
  loaded: LoadedCall;
  planned: PlannedCall;
  ignoresCompaction: boolean;
}

/** Makes the function that reads what a call is planned from, and plans it so that it fits. */
export function createFitContext(dependencies: ActivityDependencies) {
  const { db, embedder, models, settings } = dependencies;
  const listTools = createListTools(dependencies);
  const prepareCall = createPrepareCall(dependencies);

  /** A summary must not stand in the way of what fits without it: the rows are planned from then, as before it. */
  return async function fitContext(call: DueCall): Promise<FittedContext> {
    const first = await planFrom(call, { ignoresCompaction: false });
    const { planned, loaded } = first;
    if (planned.plan.verdict !== 'cannot-fit' || loaded.contents.compaction === undefined) return first;
    const second = await planFrom(call, { ignoresCompaction: true });
    return second.planned.plan.verdict === 'cannot-fit' ? first : second;
  };

  async function planFrom(call: DueCall, how: { ignoresCompaction: boolean }): Promise<FittedContext> {
    const { execution, step, guard } = call;
    const rejected = call.isHarder ? await findRejection(call) : undefined;
    const { node, counting } = rejected ?? {
      node: call.node,
      counting: findCounting(call.node.config.model),
    };
    const offered = await listTools({ node, plannedTools: await loadPlannedTools(dependencies, call) });
    const fixedTokens = countFixed(node.config, { counting, offered });
    const from = { execution, node, step, embedder, counting, settings, fixedTokens };
    const loaded = await loadCall(db, { ...from, ...how });
    const { contents } = loaded;
    const input = prepareCall({
      node,
      counting,
      offered,
      contents: call.withoutSummary ? { ...contents, asked: undefined } : contents,
      isToolless: call.withoutTools || guard?.kind === 'forced',
      budgetShare: rejected?.budgetShare ?? 1,
      note: joinNotes([guard?.text, call.repairs && (await repairNote(contents, { execution, node }))]),
      output: await askOutput(models, node.config, { isRefused: call.withoutSchema === true }),
    });
    const planned = rejected?.planSmaller(input, planOrFail) ?? planOrFail(input);
    return { loaded, planned, ...how };
  }

  async function findRejection({ execution, node, step }: DueCall): Promise<RejectedPlan | undefined> {
    const between = { executionId: execution.id, after: node.base, before: step };
    const rejected = await findRejectedCall(db, between);
    return rejected && readRejection(rejected, { node, counting: findCounting(node.config.model) });
  }
}

function joinNotes(notes: readonly (string | undefined)[]): string | undefined {
  const given = notes.filter((note) => note !== undefined);
  return given.length === 0 ? undefined : given.join('\n\n');
}

/** Returns the problem of the newest answer as it is stored. */
async function repairNote(
  { trace }: LoadedCall['contents'],
  { execution, node }: Pick<DueCall, 'execution' | 'node'>,
): Promise<string | undefined> {
  const schema = node.config.output;
  const last = trace.findLast(({ role }) => role === 'assistant');
  if (schema === undefined) return undefined;
  const { problem } = (last && (await checkAnswer(last.content, { schema, isLast: true, execution }))) ?? {};
  return askAgain(problem ?? 'it is not as its schema says');
}

/** Planning is pure: what it throws it would throw at every try. */
function planOrFail(input: CallInput): PlannedCall {
  try {
    return planCall(input);
  } catch (error) {
    throw invalidContextFailure(error);
  }
}
