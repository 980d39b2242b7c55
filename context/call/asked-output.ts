/** The object that a model is to answer with. */
export interface AskedOutput {
  /** Its JSON Schema, as it is sent and stored. */
  schemaJson: string;
  /** The schema is sent as the provider's own setting for it. */
  isSent: boolean;
  /** The schema is told in the system's words: the provider may not have such a setting. */
  isTold: boolean;
}

/** The words that ask a model for an object where its provider may not. */
export function tellSchema({ schemaJson }: Pick<AskedOutput, 'schemaJson'>): string {
  return [
    'Your final answer is read by a program: it is one JSON object and nothing else, without words around it and without',
    'a code fence. It must be valid by this JSON Schema:',
    schemaJson,
  ].join('\n');
}

/** The words that ask a model again after an answer that cannot be used. */
export function askAgain(problem: string): string {
  return (
    `Your answer cannot be used: ${problem}. Answer again with the whole object, valid by its JSON Schema, ` +
    'and with nothing else.'
  );
}
