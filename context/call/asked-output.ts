export interface AskedOutput {
  schemaJson: string;
  isSent: boolean;
  /** True if the system prompt describes the schema. */
  isTold: boolean;
}

export function describeSchema({ schemaJson }: Pick<AskedOutput, 'schemaJson'>): string {
  return [
    'Your final answer is read by a program: it is one JSON object and nothing else, without words around it and without',
    'a code fence. It must be valid by this JSON Schema:',
    schemaJson,
  ].join('\n');
}

export function askAgain(problem: string): string {
  return (
    `Your answer cannot be used: ${problem}. Answer again with the whole object, valid by its JSON Schema, ` +
    'and with nothing else.'
  );
}
