/** A node's output as other nodes think of it: its field `output` where that is all it has. */
export function unwrapOutput(output: unknown): unknown {
  if (typeof output !== 'object' || output === null || !('output' in output)) return output;
  return Object.keys(output).length === 1 ? output.output : output;
}
