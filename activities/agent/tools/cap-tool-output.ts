import type { ToolContent } from '@ai-sdk/provider-utils';
import type { ToolOutput } from '../../../context/message/entries.js';
import { planSpill } from '../../../context/results/plan-spill.js';
import { renderOutput } from '../../../context/results/render-output.js';
import { replacePictures } from '../../../context/results/replace-pictures.js';
import { countImageTokens } from '../../../models/counting/count-image-tokens.js';
import { countMessageTokens, countTextTokens } from '../../../models/counting/count-tokens.js';
import type { NewArtifact } from '../../../store/artifacts/artifacts.js';
import { cleanToolOutput } from './to-tool-output.js';

/** Longer outputs are estimated, because counting them would delay Heartbeats. */
const MAX_COUNTED_CHARACTERS = 64 * 1024 * 1024;
const CHARACTERS_PER_TOKEN = 4;
/** Fits the 32-bit columns: an image may claim to have four billion pixels. */
const MAX_TOKENS = 1_000_000_000;

export interface CapToolOutputInput {
  output: ToolOutput;
  call: { toolCallId: string; toolName: string };
  step: number;
  ordinal: number;
  limit: number;
  countText?: ((text: string) => number) | undefined;
  takesPictures: boolean;
  canStore: boolean;
  canRead: boolean;
}

export interface CappedToolOutput {
  content: ToolContent;
  tokenCount: number;
  spilledTokens: number;
  isError: boolean;
  artifacts: NewArtifact[];
}

export function capToolOutput(input: CapToolOutputInput): CappedToolOutput {
  const { call, step, ordinal, limit, canStore, canRead, countText = countTextTokens } = input;
  const place = { tool: call.toolName, step, ordinal, canStore, canRead };
  const counting = {
    countText,
    countPicture: (base64: string) => Math.min(countImageTokens(base64), MAX_TOKENS),
  };
  const { output: given, artifacts: pictures } = input.takesPictures
    ? { output: input.output, artifacts: [] }
    : replacePictures({ output: input.output, ...place, ...counting });
  const tokens = countOutput(given);
  const more = input.countText ? countMore(given, input.countText) : 0;
  const plan = planSpill({ output: given, tokens: tokens + more, limit, ...place, ...counting });
  const output = cleanToolOutput(plan?.output ?? given);
  const content = toContent(output, call);
  const shownTokens = countBare(output);
  return {
    content,
    tokenCount: countMessageTokens({ role: 'tool', content }),
    spilledTokens: (plan === null ? 0 : Math.max(0, tokens - shownTokens)) + sumPictures(pictures),
    isError: isErrorOutput(output),
    artifacts: [...(plan?.artifacts ?? []), ...pictures],
  };
}

function sumPictures(pictures: readonly NewArtifact[]): number {
  return Math.min(
    MAX_TOKENS,
    pictures.reduce((sum, { tokens }) => sum + tokens, 0),
  );
}

function countMore(output: ToolOutput, countText: (text: string) => number): number {
  const text = renderOutput(output);
  return text.length > MAX_COUNTED_CHARACTERS ? 0 : countText(text) - countTextTokens(text);
}

function countOutput(output: ToolOutput): number {
  const characters = renderOutput(output).length;
  return characters > MAX_COUNTED_CHARACTERS
    ? Math.ceil(characters / CHARACTERS_PER_TOKEN)
    : countBare(output);
}

function countBare(output: ToolOutput): number {
  const content = toContent(output, { toolCallId: '', toolName: '' });
  const overhead = countMessageTokens({ role: 'tool', content: [] });
  return Math.min(countMessageTokens({ role: 'tool', content }) - overhead, MAX_TOKENS);
}

function toContent(output: ToolOutput, { toolCallId, toolName }: CapToolOutputInput['call']): ToolContent {
  return [{ type: 'tool-result', toolCallId, toolName, output }];
}

export function isErrorOutput({ type }: ToolOutput): boolean {
  return type === 'error-text' || type === 'error-json' || type === 'execution-denied';
}
