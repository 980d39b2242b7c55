/** Other nodes read the value of a lone `output` field directly. */
export function unwrapOutput(output: unknown): unknown {
  if (typeof output !== 'object' || output === null || !('output' in output)) return output;
  return Object.keys(output).length === 1 ? output.output : output;
}
