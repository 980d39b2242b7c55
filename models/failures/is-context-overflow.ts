import { listProviders } from '../providers/providers.js';

const ERRORS = listProviders().flatMap(([, { errors }]) => (errors ? [errors] : []));
const CODES = new Set(ERRORS.flatMap(({ overflowCodes = [] }) => overflowCodes));
const WORDINGS = ERRORS.flatMap(({ overflowWordings = [] }) => overflowWordings);

/** Whether a provider refused because the request is longer than the model's window, by its code or its wording. */
export function isContextOverflow(reason: string, providerCode: string | undefined): boolean {
  if (providerCode !== undefined && CODES.has(providerCode)) return true;
  return WORDINGS.some((wording) => wording.test(reason));
}
