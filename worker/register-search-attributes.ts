import type { Connection } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { errorMessage } from '../protocol/error-message.js';
import { SEARCH_ATTRIBUTE_NAMES } from '../protocol/search-attributes.js';

const KEYWORD = 2; // temporal.api.enums.v1.IndexedValueType
/** The server's parts learn of an attribute with a delay, and reject starts until then. */
const SETTLING_MS = 15_000;

export interface SearchAttributes {
  isReady(): boolean;
}

/** Without permission or room, executions start without attributes. */
export async function registerSearchAttributes(options: {
  connection: Connection | NativeConnection;
  namespace: string;
  mode: 'register' | 'assume';
  onNote: (message: string) => void;
}): Promise<SearchAttributes> {
  const { connection, namespace } = options;
  if (options.mode === 'assume') return { isReady: () => true };
  let readyAtMs = Number.POSITIVE_INFINITY;
  try {
    const { customAttributes = {} } = await connection.operatorService.listSearchAttributes({ namespace });
    const missing = SEARCH_ATTRIBUTE_NAMES.filter((name) => !(name in (customAttributes ?? {})));
    if (missing.length > 0)
      await connection.operatorService.addSearchAttributes({
        namespace,
        searchAttributes: Object.fromEntries(missing.map((name) => [name, KEYWORD])),
      });
    const others = SEARCH_ATTRIBUTE_NAMES.filter((name) => (customAttributes?.[name] ?? KEYWORD) !== KEYWORD);
    if (others.length > 0)
      throw new Error(`${others.join(', ')} has another type than Keyword in this namespace`);
    readyAtMs = missing.length === 0 ? 0 : Date.now() + SETTLING_MS;
  } catch (error) {
    const reason = errorMessage(error);
    options.onNote(
      `Search attributes are not set, because they could not be registered: ${reason}; 'threadline doctor' prints the commands`,
    );
  }
  return { isReady: () => Date.now() >= readyAtMs };
}
