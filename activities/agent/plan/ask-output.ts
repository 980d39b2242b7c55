import type { AskedOutput } from '../../../context/call/asked-output.js';
import type { CallConfig } from '../../../flow/kinds/model-node.js';
import { withoutDefaulted } from '../../../flow/output/schema-fields.js';
import { takesSchema } from '../../../models/providers/schema-support.js';
import type { ActivityDependencies } from '../../dependencies.js';

/**
 * How a node's model is asked for an object; undefined: it is asked for a text. A provider that may not know schemas is
 * told of it in words, too, and one that has refused it in words alone.
 */
export async function askOutput(
  models: ActivityDependencies['models'],
  { model, output }: CallConfig,
  { isRefused }: { isRefused: boolean },
): Promise<AskedOutput | undefined> {
  if (output === undefined) return undefined;
  const schemaJson = JSON.stringify(withoutDefaulted(output));
  if (isRefused) return { schemaJson, isSent: false, isTold: true };
  return { schemaJson, isSent: true, isTold: !(await isKnown(models, model)) };
}

/** Tells whether a model is known. One that is not is ignored here: calling it tells the problem. */
async function isKnown(models: ActivityDependencies['models'], model: string): Promise<boolean> {
  try {
    return takesSchema(await models.resolve(model));
  } catch {
    return false;
  }
}
