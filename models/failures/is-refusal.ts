import type { ModelFailureDetails, ModelFailureType } from '../model-failure-types.js';

/** Requests with other statuses failed because of the key, the address or the model's name. */
const STATUSES: ReadonlySet<number | undefined> = new Set([400, 413, 422]);
/** The code may also be inside a stream. */
const POLICY_CODE = /content[_-]?(filter|policy|management)|safety|moderation/i;

export function isRefusal(
  type: ModelFailureType | string,
  details: ModelFailureDetails | undefined,
): boolean {
  if (POLICY_CODE.test(details?.providerCode ?? '')) return true;
  return type === 'Model.InvalidRequest' && STATUSES.has(details?.status);
}
