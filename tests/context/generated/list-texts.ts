/** Members that are not said to anybody: names, ids and marks. */
const NOT_SAID = new Set([
  ...['type', 'role', 'toolCallId', 'toolName', 'mediaType', 'filename', 'providerOptions', 'citations'],
  ...['id', 'url', 'title', 'name', 'sourceType', 'signature', 'tool_use_id', 'approvalId'],
]);

/** Every text within a value that says something. */
export function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => (NOT_SAID.has(name) ? [] : listTexts(member)));
}

/** A text as every provider takes it: without NUL, lone surrogates replaced. */
export function cleaned(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

/** The indexes in the tags of a value's texts, as they come. */
export function tagsIn(value: unknown): number[] {
  return listTexts(value).flatMap((text) =>
    [...text.matchAll(/m(\d+)\.\d+:/g)].map(([, index]) => Number(index)),
  );
}
