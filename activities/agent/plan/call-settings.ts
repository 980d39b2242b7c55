import type { CallConfig } from '../../../flow/kinds/model-node.js';
import { CALL_SETTINGS, type CallSettings } from '../../../protocol/call-settings.js';

/**
 * Returns the settings that a node's model gets beside its context; undefined: none. A tool that has to be called is called once, because
 * with the same choice in every call the agent would never answer.
 */
export function readCallSettings(
  config: CallConfig,
  { isFirst }: { isFirst: boolean },
): CallSettings | undefined {
  const given = CALL_SETTINGS.flatMap((name): [string, unknown][] => {
    const value = config[name];
    if (value === undefined || (name === 'toolChoice' && !isFirst)) return [];
    return [[name, value]];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
