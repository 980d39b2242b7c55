import type { AddedText } from '../../../context/sent/added-kinds.js';
import { askAgain, type AskedOutput } from '../../../context/call/asked-output.js';
import type { CallInput } from '../../../context/call/call-input.js';
import type { CallRows } from '../../../context/call/call-rows.js';
import type { GuardVerdict } from '../../../context/call/guard-loop.js';
import { planCall, type PlannedCall } from '../../../context/call/plan-call.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import { withoutDefaulted } from '../../../flow/output/schema-fields.js';
import { findCounting } from '../../../models/counting/model-counting.js';
import type { ProviderCount } from '../../../models/counting/provider-counter.js';
import { learnRatio } from '../../../models/facts/learned-facts.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { takesSchema } from '../../../models/providers/schema-support.js';
import { CALL_SETTINGS, type CallSettings } from '../../../protocol/call-settings.js';
import { findRejectedCall } from '../../../store/calls/find-rejected-call.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { toCallOptions } from '../call/call-options.js';
import { checkAnswer } from '../call/check-answer.js';
import { hasPictures, measureRatio } from '../call/learn-count.js';
import { invalidContextFailure } from './context-failures.js';
import { createListTools, type OfferedTools } from './list-tools.js';
import type { LoadedNode } from './load-node.js';
import { measureModel, takesTools } from '../node-model.js';
import { planRows, type CallSource, type RowsPlan } from './plan-rows.js';
import { readRejection, type RejectedPlan } from './rejected-plan.js';

const NEAR = 0.9;

export interface DueCall {
  execution: ExecutionFacts;
  node: LoadedNode;
  step: number;
  guard?: GuardVerdict | undefined;
  withoutTools?: boolean;
  isHarder?: boolean;
  withoutSummary?: true;
  withoutSchema?: true;
  isRepair?: true;
}

/** Asks the provider to count a nearly full window, because our own count may be too low. */
export function createPlanDueCall(dependencies: ActivityDependencies) {
  const { db, models } = dependencies;
  const dueSource = createDueSource(dependencies);

  return async function planDueCall(
    call: DueCall,
    willCompact: (fitted: RowsPlan) => boolean,
  ): Promise<RowsPlan> {
    const fitted = await planRows(db, await dueSource(call));
    const count = await countFitted(fitted);
    if (!count) return fitted;
    if (!isTooLong(fitted, count)) return record(fitted, count);
    // The higher token factor makes the second plan smaller.
    const again = await planRows(db, await dueSource(call));
    return record(again, await countFitted(again));

    async function countFitted(one: RowsPlan): Promise<ProviderCount | undefined> {
      if (one.planned.plan.verdict === 'cannot-fit' || willCompact(one)) return undefined;
      return countPlan(call.node.config, one.planned);
    }
  };

  async function countPlan(config: CallConfig, planned: PlannedCall): Promise<ProviderCount | undefined> {
    const { manifest, request } = planned;
    const { window, reserve, systemTokens, toolTokens, tokens } = manifest;
    const isNear = systemTokens + toolTokens + tokens + reserve >= window * NEAR;
    if (!isNear || hasPictures(manifest)) return undefined;
    const count = await models.count(config.model, { ...request, ...toCallOptions(config, request) });
    const ratio = count && measureRatio(manifest, { tokens: count.tokens });
    if (!count || ratio === undefined) return undefined;
    learnRatio(config.model, ratio, { isRejected: count.tokens + reserve > window });
    return count;
  }
}

function isTooLong({ planned }: RowsPlan, { tokens }: ProviderCount): boolean {
  const { window, reserve } = planned.manifest;
  return tokens + reserve > window;
}

function record(fitted: RowsPlan, counted: ProviderCount | undefined): RowsPlan {
  const { planned } = fitted;
  return { ...fitted, planned: { ...planned, manifest: { ...planned.manifest, counted } } };
}

/** Loads what a new call is planned from; `storedSource` does so for a stored call. */
export function createDueSource(dependencies: ActivityDependencies) {
  const { db, embedder, models, settings } = dependencies;
  const listTools = createListTools(dependencies);

  return async function dueSource(call: DueCall): Promise<CallSource> {
    const { execution, step, guard } = call;
    const rejected = call.isHarder ? await findRejection(call) : undefined;
    const { node, counting } = rejected ?? {
      node: call.node,
      counting: findCounting(call.node.config.model),
    };
    const { config, callerTools } = node;
    const choice = callerTools?.choice ?? config.toolChoice;
    const offered = await listTools({ ...call, node });
    const model = measureModel(config, counting);
    return {
      execution,
      node,
      step,
      embedder,
      counting,
      settings,
      offered,
      ask: async (rows) => ({
        model: { ...model, warnings: [...model.warnings, ...warnOfTools(config, offered)] },
        callSettings: readCallSettings(node, rows),
        isToolless:
          call.withoutTools === true || guard?.kind === 'forced' || choice === 'none' || !takesTools(config),
        maySummarize: call.withoutSummary !== true,
        budgetShare: rejected?.budgetShare ?? 1,
        added: addNotes([guard?.text, call.isRepair && (await repairNote(rows, { execution, node }))]),
        output: await askOutput(models, config, { isRefused: call.withoutSchema === true }),
      }),
      plan: (input) => rejected?.planSmaller(input, planOrFail) ?? planOrFail(input),
    };
  };

  async function findRejection({ execution, node, step }: DueCall): Promise<RejectedPlan | undefined> {
    const between = { executionId: execution.id, after: node.base, before: step };
    const rejected = await findRejectedCall(db, between);
    return rejected && readRejection(rejected, { node, counting: findCounting(node.config.model) });
  }
}

/** A required `toolChoice` applies only to the first call. Otherwise, the agent would never answer. */
function readCallSettings(
  { config, callerTools, instructions, base }: LoadedNode,
  { steps, compaction }: CallRows,
): CallSettings | undefined {
  const toolChoice = callerTools?.choice ?? config.toolChoice;
  const origin = instructions?.origin ?? base;
  const isFirst = !compaction && !steps.some(({ step }) => step > origin);
  const keepsChoice = isFirst || callerTools?.choice !== undefined;
  const all = { ...config, toolChoice: keepsChoice ? toolChoice : undefined };
  const given = CALL_SETTINGS.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** Warns if the model rejects tools; an agent without tools needs no warning. */
function warnOfTools(config: CallConfig, { tools }: OfferedTools): string[] {
  if (tools.length === 0 || takesTools(config) || lookUpModel(config.model).sources.tools !== 'learned')
    return [];
  return [`Model '${config.model}' rejected tools, so it is asked without them`];
}

function addNotes(notes: readonly (string | undefined)[]): AddedText[] {
  const given = notes.filter((note) => note !== undefined);
  return given.length === 0 ? [] : [{ from: 'note', text: given.join('\n\n') }];
}

async function repairNote(
  { steps }: CallRows,
  { execution, node }: Pick<DueCall, 'execution' | 'node'>,
): Promise<string | undefined> {
  const schema = node.config.output;
  const last = steps.findLast(({ role }) => role === 'assistant');
  if (!schema) return undefined;
  const { problem } = (last && (await checkAnswer(last.content, { schema, isLast: true, execution }))) ?? {};
  return askAgain(problem ?? 'it is not as its schema says');
}

/** Also describes the schema in the prompt, because the provider may not support schemas. */
async function askOutput(
  models: ActivityDependencies['models'],
  { model, output }: CallConfig,
  { isRefused }: { isRefused: boolean },
): Promise<AskedOutput | undefined> {
  if (!output) return undefined;
  const schemaJson = JSON.stringify(withoutDefaulted(output));
  if (isRefused) return { schemaJson, isSent: false, isTold: true };
  return { schemaJson, isSent: true, isTold: !(await isKnown(models, model)) };
}

async function isKnown(models: ActivityDependencies['models'], model: string): Promise<boolean> {
  try {
    return takesSchema(await models.resolve(model));
  } catch {
    return false;
  }
}

function planOrFail(input: CallInput): PlannedCall {
  try {
    return planCall(input);
  } catch (error) {
    throw invalidContextFailure(error);
  }
}
