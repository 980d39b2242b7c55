import { requestHash, toRequest } from '../../context/call/request.js';
import { COMPACTION_SYSTEM } from '../../context/compaction/compaction-prompt.js';
import { contentHash } from '../../context/text/content-hash.js';
import { arrangeMessages } from '../../context/plan/arrange.js';
import type { ContextManifest } from '../../context/manifest/manifest.js';
import { toPrompt } from '../../models/stream/to-prompt.js';
import { rememberText } from '../../store/calls/generated-texts.js';
import { insertModelCall } from '../../store/calls/planned-calls.js';
import type { Database } from '../../store/database.js';
import { keepExecutionTexts } from '../../store/execution/execution-texts.js';
import { budgetFailure } from '../agent/plan/context-failures.js';
import { reserveCallBudget } from '../agent/plan/reserve-call-budget.js';
import { readForm, readWindow } from '../agent/node-model.js';
import type { SummaryJob } from './summary-job.js';

export interface SummaryRequest {
  step: number;
  prompt: string;
  maxOutputTokens: number;
}

export async function planSummaryCall(
  db: Database,
  job: SummaryJob,
  request: SummaryRequest,
): Promise<string | undefined> {
  const { execution, nodeId, iteration, isShown, config } = job;
  const { step, maxOutputTokens: outputTokens } = request;
  const manifest = await writeManifest(db, job, request);
  const inputTokens = manifest.systemTokens + manifest.tokens;
  const exceeded = await reserveCallBudget(db, {
    execution,
    step,
    model: config.model,
    outputTokens,
    inputTokens,
  });
  if (exceeded) return budgetFailure(exceeded).message;
  await insertModelCall(db, {
    executionId: execution.id,
    step,
    nodeId,
    iteration,
    isShown,
    model: config.model,
    manifest,
    purpose: 'compaction',
  });
  return undefined;
}

async function writeManifest(
  db: Database,
  { execution, config, counters }: SummaryJob,
  { prompt }: SummaryRequest,
): Promise<ContextManifest> {
  const { window, reserve, reserveFrom } = readWindow(config);
  const system = { role: 'system', content: COMPACTION_SYSTEM } as const;
  const note = { role: 'user', content: prompt } as const;
  const systemTokens = counters.countMessage(system);
  const tokens = counters.countMessage(note);
  const text = contentHash(prompt);
  await keepExecutionTexts(db, { executionId: execution.id, texts: new Map([[text, prompt]]) });
  const form = readForm(config.model);
  const messages = arrangeMessages([system, note], form);
  const request = toRequest({}, { messages, toolsJson: undefined, toPrompt });
  return {
    policy: 1,
    ...form,
    window,
    reserve,
    reserveFrom: reserveFrom === 'default' ? undefined : reserveFrom,
    systemTokens,
    toolTokens: 0,
    tokens,
    budget: window - reserve - systemTokens,
    system: await rememberText(db, COMPACTION_SYSTEM),
    tools: null,
    sent: [{ from: 'note', text, tokens }],
    left: [],
    request: requestHash(request),
  };
}
