/** If `output` is the only field, other nodes read its value directly. */
export function unwrapOutput(output: unknown): unknown {
  if (typeof output !== 'object' || output === null || !('output' in output)) return output;
  return Object.keys(output).length === 1 ? output.output : output;
}
