import type { SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ReasoningEffort } from '../../protocol/call-settings.js';
import { listProviders } from './providers.js';

export function reasoningOptions(model: string, effort: ReasoningEffort): SharedV3ProviderOptions {
  const colon = model.indexOf(':');
  const prefix = model.slice(0, colon);
  const known = listProviders().find(([, { interfaces }]) => Object.hasOwn(interfaces, prefix));
  return (
    known?.[1].reasoningOptions?.(effort, model.slice(colon + 1)) ?? { [prefix]: { reasoningEffort: effort } }
  );
}
