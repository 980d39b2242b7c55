import type { ContextSettings } from '../../context/plan/settings.js';
import type { ForeignTranscript } from '../../context/transcript/formats/transcript-format.js';
import type { FormatName } from '../../context/transcript/formats/transcript-formats.js';
import { NO_USER_MESSAGE } from '../../context/plan/trim-entries.js';
import { planTranscript, type TranscriptTools } from '../../context/transcript/plan-transcript.js';
import { findCounting } from '../../models/counting/model-counting.js';
import { lookUpModel } from '../../models/facts/model-table.js';
import { processJsonLines, type JsonLines } from '../input/json-lines.js';
import { readTranscripts } from '../input/read-transcripts.js';
import { usageError } from '../program/command-error.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { readPlanLine } from './read-plan-line.js';

export interface PlanCommandInput extends Pick<JsonLines, 'input' | 'output'> {
  settings: ContextSettings;
  format?: string | undefined;
  model?: string | undefined;
  defaults?: unknown;
}

export async function plan({ input, output, ...how }: PlanCommandInput): Promise<number> {
  const tools: TranscriptTools = {
    findCounting,
    lookUpModel,
    settings: how.settings,
  };
  let transcripts = 0;
  const counted = <Plan>(plan: Plan): Plan => {
    transcripts += 1;
    return plan;
  };
  const records = readTranscripts({
    format: how.format,
    ownFields: ['messages'],
    handleOwn: (line) => counted(planTranscript(readPlanLine(withDefaults(line, how)), tools)),
    handleForeign: (transcript) => counted(planForeign(transcript, { how, tools })),
  });
  const { failed } = await processJsonLines({ input, output, ...records });
  if (transcripts === 0 && failed === 0)
    throw usageError('Standard input has no transcript: give one JSON object per line, or a session file');
  return failed > 0 ? EXIT_CODES.failed : EXIT_CODES.ok;
}

type Given = Pick<PlanCommandInput, 'model' | 'defaults'>;

function withDefaults(line: unknown, { model, defaults }: Given): unknown {
  if (typeof line !== 'object' || line === null || Array.isArray(line)) return line;
  const given = line as Readonly<Record<string, unknown>>;
  return { ...given, model: model ?? given['model'], settings: given['settings'] ?? defaults };
}

function planForeign(
  { id, format, messages, warnings, ...transcript }: ForeignTranscript & { format: FormatName },
  { how, tools }: { how: Given; tools: TranscriptTools },
): object {
  const model = how.model ?? transcript.model;
  if (model === undefined) throw new Error('The transcript names no model: pass one with --model');
  const { system } = transcript;
  const line = { model, messages: messages.map(({ message }) => message), system, settings: how.defaults };
  const planned = planTranscript(readPlanLine(line), tools);
  if (planned.warnings.includes(NO_USER_MESSAGE)) throw new Error(describeMissingUser(format));
  return {
    id,
    format,
    model,
    ...planned,
    left: planned.left.map((one) => ({ ...one, line: messages[one.index]?.line })),
    warnings: [...warnings, ...planned.warnings],
  };
}

function describeMissingUser(format: FormatName): string {
  const problem = 'The transcript has no user message, so there is no request to plan';
  return format === 'claude-code'
    ? `${problem}. The stream-json output of Claude Code omits the prompt: plan the session file instead`
    : problem;
}
