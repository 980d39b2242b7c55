/** A route as Hono lists it: `/flows/:flow`, with a method or `ALL`. */
interface ListedRoute {
  method: string;
  path: string;
}

/** The methods that a path is taken with, `HEAD` beside `GET`; empty: there is no such path. */
export function allowedMethods(routes: readonly ListedRoute[], path: string): string[] {
  const methods = routes
    .filter((route) => route.method !== 'ALL' && matchesPattern(route.path, path))
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...new Set(methods)].sort();
}

function matchesPattern(pattern: string, path: string): boolean {
  const names = pattern.split('/');
  // The base of a family has no slash at its end.
  const parts = (path || '/').split('/');
  return (
    names.length === parts.length &&
    names.every((name, at) => (name.startsWith(':') ? parts[at] !== '' : name === parts[at]))
  );
}
