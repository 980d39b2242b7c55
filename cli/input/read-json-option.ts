import type { JsonSchema } from '../../protocol/json-schema.js';
import { usageError } from '../program/command-error.js';
import { describeError } from '../program/describe-error.js';
import { readText, textSource } from './read-text.js';

export function readData(argument: string): Promise<unknown> {
  return readJsonOption('--data', argument);
}

export async function readJsonOption(option: string, argument: string): Promise<unknown> {
  const text = await readText(textSource(argument, { allowFile: true }));
  return parseJson(text, (why) => `The value of ${option} is not JSON (${why}): pass JSON, or '@file'`);
}

/** The client validates the schema. */
export async function readOutputSchema(path: string): Promise<JsonSchema> {
  const text = await readText({ kind: 'file', path });
  const wrong = (why: string): string => `File '${path}' of --output is not a JSON Schema (${why})`;
  const schema = parseJson(text, wrong);
  if (typeof schema !== 'object' || schema === null) throw usageError(wrong('it is not an object'));
  return schema as JsonSchema;
}

function parseJson(text: string, describe: (why: string) => string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw usageError(describe(describeError(error)));
  }
}
