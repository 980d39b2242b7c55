import type { ContextSettings } from '../../context/settings.js';
import { planTranscript, type TranscriptTools } from '../../context/transcript/plan-transcript.js';
import { countMessageTokens, countTextTokens } from '../../models/counting/count-tokens.js';
import { lookUpModel } from '../../models/facts/model-table.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { processJsonLines, type JsonLines } from '../input/json-lines.js';
import { readPlanLine } from './read-plan-line.js';

export interface PlanCommandInput extends Omit<JsonLines, 'handle'> {
  /** The settings an operator gives for all contexts. */
  settings: ContextSettings;
}

/** Plans the transcript of each JSON line; returns the exit code, a failure when a line was none that is planned. */
export async function plan({ settings, ...streams }: PlanCommandInput): Promise<number> {
  const tools: TranscriptTools = {
    counters: { countText: countTextTokens, countMessage: countMessageTokens },
    lookUpModel,
    settings,
  };
  const handle = (line: unknown): object => planTranscript(readPlanLine(line), tools);
  const { failed } = await processJsonLines({ ...streams, handle });
  return failed > 0 ? EXIT_CODES.failed : EXIT_CODES.ok;
}
