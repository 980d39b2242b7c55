/**
 * The program of a thread that runs a TypeScript module, to be evaluated: a thread does not inherit its process's loader of
 * TypeScript.
 */
export function loadSource(module: URL): string {
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return `import(${loader}).then(({ register }) => { register(); return import(${JSON.stringify(module.href)}); })`;
}
