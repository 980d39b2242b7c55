/** Threads do not inherit the TypeScript loader. */
export function loadSource(module: URL): string {
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return `import(${loader}).then(({ register }) => { register(); return import(${JSON.stringify(module.href)}); })`;
}
