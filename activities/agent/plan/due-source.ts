import { askAgain, type AskedOutput } from '../../../context/call/asked-output.js';
import type { CallContents } from '../../../context/call/call-contents.js';
import type { CallInput } from '../../../context/call/call-input.js';
import { planCall, type PlannedCall } from '../../../context/call/plan-call.js';
import type { GuardVerdict } from '../../../context/call/guard-loop.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import { withoutDefaulted } from '../../../flow/output/schema-fields.js';
import { findCounting } from '../../../models/counting/model-counting.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { takesSchema } from '../../../models/providers/schema-support.js';
import { CALL_SETTINGS, type CallSettings } from '../../../protocol/call-settings.js';
import { findRejectedCall } from '../../../store/calls/find-rejected-call.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { checkAnswer } from '../call/check-answer.js';
import { invalidContextFailure } from './context-failures.js';
import { createListTools, type OfferedTools } from './list-tools.js';
import type { LoadedNode } from './load-node.js';
import { measureModel, takesTools } from './node-model.js';
import type { CallSource } from './plan-rows.js';
import { readRejection, type RejectedPlan } from './rejected-plan.js';

export interface DueCall {
  execution: ExecutionFacts;
  node: LoadedNode;
  step: number;
  guard?: GuardVerdict | undefined;
  withoutTools?: boolean;
  isHarder?: boolean;
  withoutSummary?: true;
  withoutSchema?: true;
  repairs?: true;
}

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
      ask: async (contents) => ({
        model: { ...model, warnings: [...model.warnings, ...warnOfTools(config, offered)] },
        callSettings: readCallSettings(node, contents),
        isToolless:
          call.withoutTools === true || guard?.kind === 'forced' || choice === 'none' || !takesTools(config),
        maySummarize: call.withoutSummary !== true,
        budgetShare: rejected?.budgetShare ?? 1,
        note: joinNotes([guard?.text, call.repairs && (await repairNote(contents, { execution, node }))]),
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

/** A tool is required only once, or the agent would never answer. */
function readCallSettings(
  { config, callerTools, instructions, base }: LoadedNode,
  { trace, compaction }: CallContents,
): CallSettings | undefined {
  const toolChoice = callerTools?.choice ?? config.toolChoice;
  const origin = instructions?.origin ?? base;
  const isFirst = !compaction && !trace.some(({ step }) => step > origin);
  const keepsChoice = isFirst || callerTools?.choice !== undefined;
  const all = { ...config, toolChoice: keepsChoice ? toolChoice : undefined };
  const given = CALL_SETTINGS.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]);
  return given.length === 0 ? undefined : Object.fromEntries(given);
}

/** The project did not ask for an agent without tools. */
function warnOfTools(config: CallConfig, { tools }: OfferedTools): string[] {
  if (tools.length === 0 || takesTools(config) || lookUpModel(config.model).sources.tools !== 'learned')
    return [];
  return [`Model '${config.model}' rejected tools, so it is asked without them`];
}

function joinNotes(notes: readonly (string | undefined)[]): string | undefined {
  const given = notes.filter((note) => note !== undefined);
  return given.length === 0 ? undefined : given.join('\n\n');
}

async function repairNote(
  { trace }: CallContents,
  { execution, node }: Pick<DueCall, 'execution' | 'node'>,
): Promise<string | undefined> {
  const schema = node.config.output;
  const last = trace.findLast(({ role }) => role === 'assistant');
  if (!schema) return undefined;
  const { problem } = (last && (await checkAnswer(last.content, { schema, isLast: true, execution }))) ?? {};
  return askAgain(problem ?? 'it is not as its schema says');
}

/** A provider that may not know schemas also gets a description. */
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
