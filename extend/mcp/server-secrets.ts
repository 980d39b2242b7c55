import type { McpServer } from './mcp-servers.js';

/** Shorter values would match ordinary words. */
const FEWEST_CHARACTERS = 6;
/** Path segments this long are treated as keys. */
const KEY_CHARACTERS = 16;

export function serverSecrets(server: McpServer): string[] {
  const values =
    'url' in server
      ? [...Object.values(server.headers ?? {}), ...addressSecrets(new URL(server.url))]
      : Object.values(server.env ?? {});
  return values.filter((value) => value.length >= FEWEST_CHARACTERS);
}

function addressSecrets({ username, password, search, searchParams, pathname }: URL): string[] {
  const written = search.split(/[?&]/).map((field) => field.slice(field.indexOf('=') + 1));
  const parts = pathname.split('/').filter((part) => part.length >= KEY_CHARACTERS);
  // A server may echo a value in encoded or decoded form.
  return [username, password, ...written, ...searchParams.values(), ...parts].flatMap((value) => [
    value,
    decoded(value),
  ]);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
