import type { Connection } from '@temporalio/client';
import type { NativeConnection } from '@temporalio/worker';
import { errorMessage } from '../protocol/error-message.js';
import { SEARCH_ATTRIBUTE_NAMES, type SearchAttributeName } from '../protocol/search-attributes.js';

const KEYWORD = 2; // Of the enum temporal.api.enums.v1.IndexedValueType.
/**
 * A new attribute is used only after this time: until all of the server knows it, starts that use it may
 * fail.
 */
const SETTLING_MS = 15_000;

/** Returns the attributes that Workflows can set by now. */
export type ListSearchAttributes = () => readonly SearchAttributeName[];

/** Registers each alone, in case one fails for lack of permission or room. */
export async function registerSearchAttributes({
  connection: { operatorService },
  namespace,
  mode,
  onNote,
}: {
  connection: Connection | NativeConnection;
  namespace: string;
  mode: 'register' | 'assume';
  onNote: (message: string) => void;
}): Promise<ListSearchAttributes> {
  if (mode === 'assume') return () => SEARCH_ATTRIBUTE_NAMES;
  const problems: string[] = [];
  const list = async (): Promise<Readonly<Record<string, number>>> =>
    (await operatorService.listSearchAttributes({ namespace })).customAttributes ?? {};
  const add = async (name: SearchAttributeName): Promise<void> => {
    try {
      await operatorService.addSearchAttributes({ namespace, searchAttributes: { [name]: KEYWORD } });
    } catch (error) {
      problems.push(`'${name}' cannot be registered (${errorMessage(error)})`);
    }
  };
  let before: readonly SearchAttributeName[] = [];
  let after = before;
  try {
    const known = await list();
    before = keywords(known);
    after = before;
    const missing = SEARCH_ATTRIBUTE_NAMES.filter((name) => !(name in known));
    for (const name of missing) await add(name);
    if (missing.length > 0) after = keywords(await list());
    for (const name of SEARCH_ATTRIBUTE_NAMES)
      if (name in known && !before.includes(name)) problems.push(`'${name}' is not of type Keyword`);
  } catch (error) {
    problems.push(errorMessage(error));
  }
  const unset = SEARCH_ATTRIBUTE_NAMES.filter((name) => !after.includes(name));
  if (unset.length > 0)
    onNote(
      `Workflows do not set the search attributes ${unset.join(', ')}: ${problems.join('; ')}; 'threadline doctor' prints the commands`,
    );
  const settledAtMs = Date.now() + SETTLING_MS;
  return () => (Date.now() >= settledAtMs ? after : before);
}

function keywords(registered: Readonly<Record<string, number>>): SearchAttributeName[] {
  return SEARCH_ATTRIBUTE_NAMES.filter((name) => registered[name] === KEYWORD);
}
