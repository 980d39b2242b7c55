import type { McpServer } from './mcp-servers.js';

/** Shorter ones stand in too many words that are none. */
const FEWEST_CHARACTERS = 6;
/** A part of a path that is so long is a key: several services give addresses with one. */
const KEY_CHARACTERS = 16;

/** The values that the project gave for a server which may be keys: of its environment, its headers and its address. */
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
  // A server may say them again as they were sent, or as it read them.
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
