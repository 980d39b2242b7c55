import type { ContextManifest } from '../../../context/manifest/manifest.js';
import { hasFigures, readOverflow, type OverflowFigures } from '../../../models/failures/read-overflow.js';
import { learnFacts, learnRatio } from '../../../models/facts/learned-facts.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import { isPlausibleRatio } from '../../../models/facts/token-ratios.js';
import type { ModelResponse } from '../../../models/stream/read-stream.js';

/** In smaller requests, the tokens that providers add would distort the ratio. */
const LEAST_TOKENS = 8_000;
/** Replaces LEAST_TOKENS in a small window. */
const LEAST_SHARE = 0.25;
/**
 * Lower for rejected requests, because a factor that is slightly too high costs less than another rejection.
 */
const LEAST_REJECTED_SHARE = 0.1;

/** A smaller limit in an error is not a window: every model has more. */
const LEAST_WINDOW = 512;

interface CountedCall {
  executionId: number;
  model: string;
  manifest: ContextManifest;
}

const unexplained = new Map<number, { model: string; tokens: number }>();
const MAX_UNEXPLAINED = 1_000;
/** A learned window is at least this large, as models that serve chats are. */
const LEAST_FOUND_WINDOW = 2_048;

export function learnFromAnswer(
  call: CountedCall,
  { usage: { inputTokens }, toolCalls }: Pick<ModelResponse, 'usage' | 'toolCalls'>,
): void {
  const { model, manifest, executionId } = call;
  const rejected = unexplained.get(executionId);
  if (rejected?.model === model) learnFromAccepted(call, rejected.tokens);
  unexplained.delete(executionId);
  if (inputTokens === 0 || !isLarge(manifest, LEAST_SHARE)) return;
  // The provider counts the results of tools that it ran as input, so its count is useless here.
  if (toolCalls.some(({ providerExecuted }) => providerExecuted)) return;
  const ratio = measureRatio(manifest, { tokens: inputTokens });
  if (ratio !== undefined) learnRatio(model, ratio, { isRejected: false });
}

export function learnFromRejection({ model, manifest, executionId }: CountedCall, reason: string): void {
  const figures = readOverflow(reason);
  if (!hasFigures(figures)) {
    unexplained.delete(executionId);
    unexplained.set(executionId, { model, tokens: countTokens(manifest) });
    const [oldest] = unexplained.keys();
    if (unexplained.size > MAX_UNEXPLAINED && oldest !== undefined) unexplained.delete(oldest);
    return;
  }
  learnWindow(model, findLimit(manifest, figures));
  // Such a small request was rejected because of its output limit, not its input.
  if (!isLarge(manifest, LEAST_REJECTED_SHARE)) return;
  const ratio = measureRatio(manifest, figures);
  if (ratio !== undefined) learnRatio(model, ratio, { isRejected: true });
}

/**
 * The limit lies between this request and a larger, rejected one: plans assume the midpoint. If the rejected
 * request used less than half of the window, learns a smaller window, else a higher token factor.
 */
function learnFromAccepted({ model, manifest }: CountedCall, rejectedTokens: number): void {
  const { window, reserve, tokenFactor = 1 } = manifest;
  const accepted = countTokens(manifest);
  if (accepted >= rejectedTokens) return;
  const middle = (accepted + rejectedTokens) / 2;
  if (rejectedTokens + reserve < window / 2) {
    const found = Math.ceil(middle + Math.min(reserve, middle / 3));
    learnWindow(model, Math.max(LEAST_FOUND_WINDOW, found));
    return;
  }
  const ratio = ((window - reserve) * tokenFactor) / middle;
  if (!hasPictures(manifest) && isPlausibleRatio(ratio)) learnRatio(model, ratio, { isRejected: true });
}

function countTokens({ systemTokens, toolTokens, tokens }: ContextManifest): number {
  return systemTokens + toolTokens + tokens;
}

function learnWindow(model: string, window: number | undefined): void {
  const { contextWindow, sources } = lookUpModel(model);
  if (sources.window === 'config' || window === undefined || window >= contextWindow) return;
  learnFacts(model, { window });
}

export function findLimit(manifest: ContextManifest, { tokens, limit }: OverflowFigures): number | undefined {
  if (limit === undefined || limit < LEAST_WINDOW) return undefined;
  return tokens === undefined || measureRatio(manifest, { tokens }) !== undefined ? limit : undefined;
}

/** Undefined for requests with images, which each provider counts differently. */
export function measureRatio(
  manifest: ContextManifest,
  { tokens, excess }: OverflowFigures,
): number | undefined {
  const counted = tokens ?? (excess === undefined ? undefined : manifest.window + excess);
  if (counted === undefined || hasPictures(manifest)) return undefined;
  const ratio = (counted * (manifest.tokenFactor ?? 1)) / countTokens(manifest);
  return isPlausibleRatio(ratio) ? ratio : undefined;
}

function isLarge(manifest: ContextManifest, share: number): boolean {
  return countTokens(manifest) >= Math.min(LEAST_TOKENS, manifest.window * share);
}

export function hasPictures({ pictures = [], attachments = [] }: ContextManifest): boolean {
  return pictures.length > 0 || attachments.some(({ shown }) => shown.length > 0);
}
