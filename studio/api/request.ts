import { keyHeaders } from './key.js';

/** A refusal of the gateway, in its words. */
class ApiError extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

/** JSON as it comes over the wire: dates are texts. */
export type Wire<T> = T extends Date ? string : T extends object ? { [Key in keyof T]: Wire<T[Key]> } : T;

type Query = Record<string, string | number | undefined>;

const BASE = '/api/v1';

/** An address of the gateway; undefined values are left out. */
export function address(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}

/** Reads something of the gateway. Throws `ApiError`. */
export async function get<T>(path: string, { query, signal }: { query?: Query; signal?: AbortSignal } = {}) {
  return send<T>(address(BASE + path, query), { signal: signal ?? null });
}

/** Has the gateway do something. Throws `ApiError`. */
export async function post<T>(
  path: string,
  { query, body, signal }: { query?: Query; body?: unknown; signal?: AbortSignal } = {},
) {
  const headers = { 'content-type': 'application/json' };
  return send<T>(address(BASE + path, query), {
    method: 'POST',
    headers,
    body: JSON.stringify(body ?? {}),
    signal: signal ?? null,
  });
}

export async function send<T>(url: string, init: RequestInit): Promise<Wire<T>> {
  const headers = { ...keyHeaders(), ...(init.headers as Record<string, string> | undefined) };
  const response = await fetch(url, { ...init, headers });
  if (response.status === 204) return undefined as Wire<T>;
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok) return body as Wire<T>;
  const { error } = (body ?? {}) as { error?: { type?: string; message?: string } };
  throw new ApiError(response.status, error?.type ?? 'Unknown', error?.message ?? response.statusText);
}
