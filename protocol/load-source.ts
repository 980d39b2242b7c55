/** Registers the TypeScript loader first, because threads do not inherit it. */
export function loadSource(module: URL): string {
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return `import(${loader}).then(({ register }) => { register(); return import(${JSON.stringify(module.href)}); })`;
}
