import type { ToolContent } from '@ai-sdk/provider-utils';
import type { ToolOutput } from '../../../context/entries.js';
import { findGrammar, GRAMMAR_TRAITS } from '../../../context/grammar/grammar.js';
import { planSpill } from '../../../context/spill/plan-spill.js';
import { resultPictures } from '../../../context/spill/result-pictures.js';
import { renderOutput } from '../../../context/spill/render-output.js';
import { countImageTokens } from '../../../models/counting/count-image-tokens.js';
import { countMessageTokens, countTextTokens } from '../../../models/counting/count-tokens.js';
import type { NewArtifact } from '../../../store/artifacts/artifacts.js';
import { cleanToolOutput } from './to-tool-output.js';

/** A longer text is estimated instead of counted: counting would hold up the worker's Heartbeats. */
const MAX_COUNTED_CHARACTERS = 64 * 1024 * 1024;
const CHARACTERS_PER_TOKEN = 4;
/** A picture may claim to be four billion pixels wide, but the columns for counts hold 32-bit integers. */
const MAX_TOKENS = 1_000_000_000;
/** Measured on random bytes. */
const BASE64_CHARACTERS_PER_TOKEN = 1.4;

export interface CapToolOutputInput {
  output: ToolOutput;
  call: { toolCallId: string; toolName: string };
  step: number;
  ordinal: number;
  /** Plain tokens that the result may have. */
  limit: number;
  /** `provider:model`; its grammar decides whether pictures are sent as pictures or as text. */
  model: string;
  /** False: a result over the limit is not kept. */
  canStore: boolean;
}

/** A tool's result as it is stored: within the limit, with the artifacts that it points at. */
export interface CappedToolOutput {
  content: ToolContent;
  tokenCount: number;
  spilledTokens: number;
  isError: boolean;
  artifacts: NewArtifact[];
}

/** Makes a tool's output a result that fits a context: as it is, as a pointer to artifacts, or as an error. */
export function capToolOutput(input: CapToolOutputInput): CappedToolOutput {
  const { call, step, ordinal, limit, canStore } = input;
  const tokens = countOutput(input.output, input.model);
  const plan = planSpill({
    output: input.output,
    tokens,
    limit,
    tool: call.toolName,
    step,
    ordinal,
    canStore,
    countText: countTextTokens,
    countPicture: (base64) => Math.min(countImageTokens(base64), MAX_TOKENS),
  });
  const output = cleanToolOutput(plan?.output ?? input.output);
  const content = toContent(output, call);
  const shownTokens = countBare(output);
  return {
    content,
    tokenCount: countMessageTokens({ role: 'tool', content }),
    spilledTokens: plan === null ? 0 : Math.max(0, tokens - shownTokens),
    isError: ['error-text', 'error-json', 'execution-denied'].includes(output.type),
    artifacts: plan?.artifacts ?? [],
  };
}

/**
 * Counts the tokens of an output as it is sent. Chat completions have no pictures in tool results: a picture goes out as
 * JSON there, base64 and all, so the tokens of that text are added.
 */
function countOutput(output: ToolOutput, model: string): number {
  const characters = renderOutput(output).length;
  if (characters > MAX_COUNTED_CHARACTERS) return Math.ceil(characters / CHARACTERS_PER_TOKEN);
  const tokens = countBare(output);
  if (GRAMMAR_TRAITS[findGrammar(model)].hasResultPictures) return tokens;
  return resultPictures(output).reduce(
    (sum, { base64 }) => sum + Math.ceil(base64.length / BASE64_CHARACTERS_PER_TOKEN),
    tokens,
  );
}

/** Counts an output without the overhead of a message. */
function countBare(output: ToolOutput): number {
  const content = toContent(output, { toolCallId: '', toolName: '' });
  const overhead = countMessageTokens({ role: 'tool', content: [] });
  return Math.min(countMessageTokens({ role: 'tool', content }) - overhead, MAX_TOKENS);
}

function toContent(output: ToolOutput, { toolCallId, toolName }: CapToolOutputInput['call']): ToolContent {
  return [{ type: 'tool-result', toolCallId, toolName, output }];
}
