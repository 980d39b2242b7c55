import { repeatCall, type CallAnswer } from '../../activities/agent/call/repeat-call.js';
import type { CallExplanation } from '../../views/call.js';
import { readConfig } from '../../config.js';
import { listToolCalls, visibleText } from '../../context/message/trace-content.js';
import { findModelCall } from '../../store/calls/find-model-call.js';
import type { Database } from '../../store/database.js';
import { loadExecution } from '../../store/execution/load-execution.js';
import { lastCall } from '../explain/explain.js';
import type { Output } from '../format/output.js';
import { readText } from '../input/read-text.js';
import { openModels } from '../project/open-models.js';
import { CommandError, usageError } from '../program/command-error.js';
import { withClient, withDatabase } from '../system/open-client.js';
import type { z } from 'zod';
import { CALL_FIELDS } from '../../flow/kinds/call-fields.js';
import { CALL_SETTING_FIELDS } from '../../flow/kinds/call-setting-fields.js';
import { strictFields } from '../../flow/schema/fields.js';
import { describeIssue } from '../../flow/plan-settings.js';
import { parseJson } from '../input/parse-json.js';
import { formatTable } from '../format/format-table.js';
import { formatCost } from '../format/format-values.js';
import { printable } from '../format/printable.js';
import type { Style } from '../format/style.js';

const SETTINGS = strictFields({
  maxOutputTokens: CALL_FIELDS.maxOutputTokens,
  ...CALL_SETTING_FIELDS,
});

interface RetriedCall {
  callId: string;
  stored: CallAnswer;
  again: CallAnswer;
}

const ROWS: readonly [name: string, value: (answer: CallAnswer) => string][] = [
  ['model', ({ model }) => model],
  ['input tokens', ({ inputTokens }) => String(inputTokens)],
  ['output tokens', ({ outputTokens }) => String(outputTokens)],
  ['cost', ({ cost }) => formatCost(cost)],
  ['ended by', ({ finishReason }) => finishReason ?? '-'],
];

const NOT_TAKEN: (typeof ROWS)[number] = ['rejected', ({ notTaken }) => notTaken.join(', ')];

export async function retryCall(
  { id, model, settingsFile }: { id: string; model: string | undefined; settingsFile: string | undefined },
  output: Output,
): Promise<void> {
  const settings =
    settingsFile === undefined
      ? {}
      : readCallSettings(await readText({ kind: 'file', path: settingsFile }), `file '${settingsFile}'`);
  const config = readConfig();
  const models = await openModels(config);
  await withClient(config, async ({ executions }, { databaseUrl }) => {
    const call = await lastCall(executions, id);
    const { callId, executionId, step } = call;
    if (call.status === 'planned' || call.status === 'running')
      throw new CommandError(`Call '${callId}' has not ended: try again later`);
    output.note(`Resending '${callId}' to ${model ?? call.model}`);
    await withDatabase(databaseUrl, async (db) => {
      const again = await repeatCall({ db, models }, { executionId, step, model, settings });
      const retried: RetriedCall = { callId, stored: await loadAnswer(db, call), again };
      output.result(retried, () => formatRetriedCall(retried, output.style));
    });
  });
}

async function loadAnswer(db: Database, call: CallExplanation): Promise<CallAnswer> {
  const { id: executionId } = await loadExecution(db, call.executionId);
  const content = (await findModelCall(db, { executionId, step: call.step }))?.content ?? [];
  const { model, inputTokens, outputTokens, cost, finishReason } = call;
  return {
    model,
    text: visibleText(content),
    toolCalls: listToolCalls(content).map(({ toolName: name, input }) => ({ name, input })),
    inputTokens,
    outputTokens,
    cost,
    finishReason,
    notTaken: [],
  };
}

type GivenSettings = z.infer<typeof SETTINGS>;

export function readCallSettings(text: string, source: string): GivenSettings {
  const read = SETTINGS.safeParse(parseJson(text, { source, example: '{"temperature": 0}' }));
  if (read.success) return read.data;
  throw usageError(`The settings in ${source} are invalid: ${describeIssue(read.error)}`);
}

function formatRetriedCall({ callId, stored, again }: RetriedCall, style: Style): string {
  const isAllTaken = again.notTaken.length === 0;
  const table = formatTable({ rows: isAllTaken ? ROWS : [...ROWS, NOT_TAKEN], style }, [
    { header: '', value: ([name]) => name },
    { header: 'STORED', value: ([, value]) => value(stored) },
    { header: 'AGAIN', value: ([, value]) => value(again) },
  ]);
  return [
    callId,
    table,
    `${style.dim('STORED')}\n${formatAnswer(stored)}`,
    `${style.dim('AGAIN')}\n${formatAnswer(again)}`,
  ].join('\n\n');
}

function formatAnswer({ text, toolCalls }: CallAnswer): string {
  const calls = toolCalls.map(({ name, input }) => `${name} ${JSON.stringify(input)}`);
  const texts = text === '' ? [] : [text];
  return printable([...texts, ...calls].join('\n') || '(nothing)');
}
