import type { ModelFailureDetails, ModelFailureType } from './model-failure-types.js';

/** Statuses by which providers refuse what they are sent; others refuse the key, the address or the model's name. */
const STATUSES: ReadonlySet<number | undefined> = new Set([400, 413, 422]);
/** Codes of policies about content, which also come inside a stream. */
const POLICY_CODE = /content[_-]?(filter|policy|management)|safety|moderation/i;

/** Whether a provider refused the content of a request, and would refuse it again whatever else is changed. */
export function isRefusal(
  type: ModelFailureType | string,
  details: ModelFailureDetails | undefined,
): boolean {
  if (POLICY_CODE.test(details?.providerCode ?? '')) return true;
  return type === 'Model.InvalidRequest' && STATUSES.has(details?.status);
}
