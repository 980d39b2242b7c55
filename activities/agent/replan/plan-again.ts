import { explainManifest } from '../../../context/explain/explain-manifest.js';
import { BEGINNING_CHARACTERS, type ExplainRows } from '../../../context/sent/explain-rows.js';
import { sumPlan } from '../../../context/explain/plan-figures.js';
import type { ContextManifest } from '../../../context/manifest/manifest.js';
import type { ContextSettings } from '../../../context/plan/settings.js';
import type { PlanSettings } from '../../../flow/plan-settings.js';
import { usageCost } from '../../../models/facts/model-table.js';
import { loadExplainRows, type ExplainedExecution } from '../../../store/calls/explained-calls.js';
import type { Database } from '../../../store/database.js';
import type { PlannedAgain } from '../../../views/call.js';
import { loadPlanned } from './load-planned.js';
import { replanCall } from './replan-call.js';

interface PlanAgainInput {
  execution: ExplainedExecution;
  step: number;
  changes: PlanSettings;
  settings: ContextSettings;
}

export async function planAgain(
  db: Database,
  { execution, step, changes, settings }: PlanAgainInput,
): Promise<PlannedAgain> {
  const call = await loadPlanned(db, { executionId: execution.executionId, step });
  const { plan } = call;
  const { model, planned } = await replanCall(db, { call, changes, settings });
  const stored = await loadExplainRows(db, {
    ...execution,
    manifests: [plan.manifest, planned.manifest],
  });
  const rows = addTexts(stored, { planned, tools: planned.manifest.tools });
  const context = explainManifest(planned.manifest, rows);
  const { verdict, reason } = planned.plan;
  const { outputTokens } = plan;
  return {
    was: {
      model: plan.model,
      ...sumPlan(explainManifest(plan.manifest, rows)),
      cost: estimate(plan.manifest, { model: plan.model, outputTokens }),
      paid: plan.cost,
    },
    would: {
      model,
      ...sumPlan(context),
      cost: verdict === 'cannot-fit' ? null : estimate(planned.manifest, { model, outputTokens }),
      verdict,
      reason: reason ?? null,
      context,
    },
  };
}

function addTexts(
  rows: ExplainRows,
  { planned, tools }: { planned: { texts: ReadonlyMap<string, string> }; tools: string | null },
): ExplainRows {
  const beginnings = [...planned.texts].map(
    ([hash, text]) => [hash, text.slice(0, BEGINNING_CHARACTERS).toWellFormed()] as const,
  );
  const json = tools === null ? undefined : planned.texts.get(tools);
  const toolNames = new Map(rows.toolNames);
  if (tools !== null && json !== undefined)
    toolNames.set(
      tools,
      (JSON.parse(json) as { name: string }[]).map(({ name }) => name),
    );
  return { ...rows, texts: new Map([...rows.texts, ...beginnings]), toolNames };
}

function estimate(
  { systemTokens, toolTokens, tokens }: ContextManifest,
  { model, outputTokens }: { model: string; outputTokens: number },
): string | null {
  return usageCost({ model, inputTokens: systemTokens + toolTokens + tokens, outputTokens });
}
