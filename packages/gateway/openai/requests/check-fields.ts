import { invalidField } from '../errors/openai-error.js';
import { isSamplingField } from './sampling-fields.js';
import type { FieldTable } from './request-fields.js';

/** Values that equal the default. Lists and objects are compared as JSON. */
const HARMLESS: Readonly<Record<string, readonly unknown[]>> = {
  n: [1],
  logprobs: [false],
  top_logprobs: [0],
  modalities: [['text']],
  tools: [[]],
  functions: [[]],
  tool_choice: ['none', 'auto'],
  function_call: ['none', 'auto'],
};

export function checkFields(body: Readonly<Record<string, unknown>>, fields: FieldTable): void {
  for (const [name, value] of Object.entries(body)) {
    if (value == null) continue;
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!field && isSamplingField(name)) continue;
    if (!field)
      throw invalidField(name.slice(0, 80), `Unknown field '${name.slice(0, 80)}'`, 'unknown_parameter');
    if (field.use !== 'refused' || isHarmless(name, value)) continue;
    throw invalidField(
      name,
      `The field '${name}' is not supported: ${field.because}`,
      'unsupported_parameter',
    );
  }
}

function isHarmless(name: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  return (HARMLESS[name] ?? []).some((one) => JSON.stringify(one) === text);
}
