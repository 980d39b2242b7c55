const BRACES = /^\s*\{\{-?\s*(.*?)\s*-?\}\}\s*$/s;
const BRACKET = /\[(?:(\d+)|'([^'\]]*)'|"([^"\]]*)")\]/g;

export function pathNames(path: string): string[] {
  if (!/[{[]/.test(path)) return path === '' ? [] : path.split('.');
  const inside = BRACES.exec(path)?.[1] ?? path;
  const dotted = inside.replace(BRACKET, (_all, index?: string, one?: string, other?: string) => {
    return `.${index ?? one ?? other ?? ''}`;
  });
  return dotted === '' ? [] : dotted.split('.');
}

export function pathProblem(path: string): string | undefined {
  const names = pathNames(path);
  if (!names.some((name) => /[{}|]/.test(name) || (path.includes('{{') && /\s/.test(name)))) return undefined;
  return "it must be a dotted path such as 'trigger.data.amount', without filters or other text";
}
