/** Other nodes see the field `output` if it is the only one. */
export function unwrapOutput(output: unknown): unknown {
  if (typeof output !== 'object' || output === null || !('output' in output)) return output;
  return Object.keys(output).length === 1 ? output.output : output;
}
