const NOT_SAID = new Set([
  ...['type', 'role', 'toolCallId', 'toolName', 'mediaType', 'filename', 'providerOptions', 'citations'],
  ...['id', 'url', 'title', 'name', 'sourceType', 'signature', 'tool_use_id', 'approvalId'],
]);

export function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => (NOT_SAID.has(name) ? [] : listTexts(member)));
}

export function cleaned(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed();
}

export function tagsIn(value: unknown): number[] {
  return listTexts(value).flatMap((text) =>
    [...text.matchAll(/m(\d+)\.\d+:/g)].map(([, index]) => Number(index)),
  );
}
