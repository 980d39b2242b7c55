/** Tables list models by short names: `openrouter:openai/gpt-4` also gives `openai/gpt-4` and `gpt-4`. */
export function nameSuffixes(name: string): string[] {
  const starts = [...name.matchAll(/[:/.]/g)].map((separator) => separator.index + 1);
  return [0, ...starts].map((start) => name.slice(start));
}
