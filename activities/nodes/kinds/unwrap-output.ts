/** A node's output as other nodes think of it: its field `output` where it has one. */
export function unwrapOutput(output: unknown): unknown {
  return typeof output === 'object' && output !== null && 'output' in output ? output.output : output;
}
