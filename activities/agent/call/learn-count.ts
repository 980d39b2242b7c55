import type { ContextManifest } from '../../../context/manifest.js';
import { hasFigures, readOverflow, type OverflowFigures } from '../../../models/failures/read-overflow.js';
import { learnFacts, learnRatio } from '../../../models/facts/learned-facts.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { isPlausibleRatio } from '../../../models/facts/token-ratios.js';
import type { ModelResponse } from '../../../models/stream/read-stream.js';

/** In a smaller request, the tokens that a provider adds to each request weigh too much. */
const LEAST_TOKENS = 8_000;
/** In a small window all requests are small: there, this share of it is enough. */
const LEAST_SHARE = 0.25;
/** The share where the request was rejected: another rejection costs more than a factor that is a little high. */
const LEAST_REJECTED_SHARE = 0.1;

/** What a rejection without figures leaves of the window, or of our count's share in it. */
const SMALLER = 0.75;

/** No model has a smaller window: a lower figure means something else, or is wrong. */
const LEAST_WINDOW = 512;

interface CountedCall {
  model: string;
  manifest: ContextManifest;
}

/** Learns from the provider's count of an answered request; 0 is no count. */
export function learnFromUsage(
  { model, manifest }: CountedCall,
  { usage: { inputTokens }, toolCalls }: Pick<ModelResponse, 'usage' | 'toolCalls'>,
): void {
  if (inputTokens === 0 || !isLarge(manifest, LEAST_SHARE)) return;
  // The results of a provider's own tools, such as pages that it found, count as input.
  if (toolCalls.some(({ providerExecuted }) => providerExecuted)) return;
  const ratio = measureRatio(manifest, { tokens: inputTokens });
  if (ratio !== undefined) learnRatio(model, ratio, { isRejected: false });
}

/** Learns from a rejection: how the model counts, and its window unless the project's config sets it. */
export function learnFromRejection({ model, manifest }: CountedCall, reason: string): void {
  const { contextWindow, sources } = lookUpModel(model);
  const mayLearnWindow = sources.window !== 'config';
  const figures = readOverflow(reason);
  const guess = hasFigures(figures) ? undefined : guessWithoutFigures(manifest);
  const limit = guess?.window ?? findLimit(manifest, reason);
  if (mayLearnWindow && limit !== undefined && limit < contextWindow) learnFacts(model, { window: limit });
  // A small request is rejected for the answer that it asks room for.
  const ratio = isLarge(manifest, LEAST_REJECTED_SHARE) ? measureRatio(manifest, figures) : undefined;
  const learned = guess?.ratio ?? ratio;
  if (learned !== undefined) learnRatio(model, learned, { isRejected: true });
}

/**
 * The least that a rejection shows that names no figures: the model counts more than we do, or its window is smaller where
 * request and answer took less than half of it. The next plans are smaller by a quarter, until one is accepted.
 */
function guessWithoutFigures(manifest: ContextManifest): { window?: number; ratio?: number } {
  const { window, reserve, systemTokens, toolTokens, tokens, tokenFactor = 1 } = manifest;
  const taken = systemTokens + toolTokens + tokens + reserve;
  if (taken < window / 2) return { window: Math.max(LEAST_WINDOW, Math.floor(taken * SMALLER)) };
  return hasPictures(manifest) ? {} : { ratio: tokenFactor / SMALLER };
}

/** The window that a rejection names. Absent when it names none, or figures that cannot be true of the request. */
export function findLimit(manifest: ContextManifest, reason: string): number | undefined {
  const { tokens, limit } = readOverflow(reason);
  if (limit === undefined || limit < LEAST_WINDOW) return undefined;
  return tokens === undefined || measureRatio(manifest, { tokens }) !== undefined ? limit : undefined;
}

/** Returns the ratio of the provider's count of a request to our own; undefined without a count, or with pictures. */
export function measureRatio(
  manifest: ContextManifest,
  { tokens, excess }: OverflowFigures,
): number | undefined {
  const counted = tokens ?? (excess === undefined ? undefined : manifest.window + excess);
  if (counted === undefined || hasPictures(manifest)) return undefined;
  const { systemTokens, toolTokens, tokens: messageTokens, tokenFactor = 1 } = manifest;
  const ratio = (counted * tokenFactor) / (systemTokens + toolTokens + messageTokens);
  return isPlausibleRatio(ratio) ? ratio : undefined;
}

/** Whether a request is large enough to show how the model counts. */
function isLarge({ systemTokens, toolTokens, tokens, window }: ContextManifest, share: number): boolean {
  return systemTokens + toolTokens + tokens >= Math.min(LEAST_TOKENS, window * share);
}

/** Providers count pictures by rules of their own. */
export function hasPictures({ pictures = [], attachments = [] }: ContextManifest): boolean {
  return pictures.length > 0 || attachments.some(({ shown }) => shown.length > 0);
}
