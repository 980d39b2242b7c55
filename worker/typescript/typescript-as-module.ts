import type { ResolveFnOutput, ResolveHookContext } from 'node:module';

/** Loads files as ES modules, because a CommonJS project would load a second copy of `threadline`. */
export function resolve(
  specifier: string,
  context: ResolveHookContext,
  nextResolve: (
    specifier: string,
    context?: ResolveHookContext,
  ) => ResolveFnOutput | Promise<ResolveFnOutput>,
): ResolveFnOutput | Promise<ResolveFnOutput> {
  const resolved = nextResolve(specifier, context);
  return resolved instanceof Promise ? resolved.then(asModule) : asModule(resolved);
}

function asModule(resolved: ResolveFnOutput): ResolveFnOutput {
  const { pathname } = new URL(resolved.url);
  const isOfProject = /\.tsx?$/.test(pathname) && !pathname.includes('/node_modules/');
  return isOfProject ? { ...resolved, format: 'module' } : resolved;
}
