import { parseRoute } from '../route.js';
import { announceRejectedKey, keyHeaders } from './key.js';
import { STRINGS } from '../strings.js';
import type { Wire } from './wire.js';

export type { Wire };

export class ApiError extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.type = type;
  }
}

export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429;
}

/** True if the request was lost or its outcome is unknown: reconnect and repeat it. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof ApiError)) return error instanceof TypeError;
  // A paused chat is not lost: retrying would not resume it.
  return [502, 503, 504].includes(error.status) && error.type !== 'Client.Paused';
}

type Query = Record<string, string | number | undefined>;

const BASE = '/api/v1';

export function address(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}

export async function get<T>(path: string, { query, signal }: { query?: Query; signal?: AbortSignal } = {}) {
  return send<T>(address(BASE + path, query), { signal: signal ?? null });
}

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

export function put(path: string, { query, body }: { query: Query; body: unknown }) {
  return sendBody('PUT', address(BASE + path, query), body);
}

export function patch(path: string, { query, body }: { query: Query; body: unknown }) {
  return sendBody('PATCH', address(BASE + path, query), body);
}

function sendBody(method: string, url: string, body: unknown) {
  return send(url, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

export async function del(path: string, { query, keepalive }: { query: Query; keepalive: boolean }) {
  return send(address(BASE + path, query), { method: 'DELETE', keepalive });
}

/** The owner of the page that an administrator has opened. Empty if the page has no owner. */
function findOwner(url: string): string | undefined {
  const route = parseRoute(location.hash);
  const isOfOpen = /^\/api\/v1\/(?:executions|calls)\//.test(url);
  return isOfOpen && route.view === 'runs' && route.executionId !== undefined ? route.user : undefined;
}

export async function send<T>(url: string, init: RequestInit): Promise<Wire<T>> {
  const response = await ask(url, init);
  if (response.status === 204) return undefined as Wire<T>;
  return (await response.json().catch(() => undefined)) as Wire<T>;
}

export async function openStream(
  url: string,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { body } = await ask(url, { signal });
  if (body === null) throw new TypeError('The stream has nothing to tell');
  return body;
}

export async function loadBlob(url: string): Promise<Blob> {
  return (await ask(url, {})).blob();
}

function withEverybody(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}everybody=true`;
}

export async function ask(url: string, init: RequestInit): Promise<Response> {
  const owner = findOwner(url);
  const headers = {
    ...keyHeaders(),
    ...(owner !== undefined && owner !== '' && { 'threadline-user': encodeURIComponent(owner) }),
    ...(init.headers as Record<string, string> | undefined),
  };
  const isRead = init.method === undefined;
  const response = await fetch(owner === '' && isRead ? withEverybody(url) : url, { ...init, headers });
  if (response.ok) return response;
  // A request with its own header tries another key than the page's.
  if (response.status === 401 && !new Headers(init.headers).has('authorization')) announceRejectedKey();
  const body: unknown = await response.json().catch(() => undefined);
  const { error } = (body ?? {}) as { error?: { type?: string; message?: string } };
  const type = error?.type ?? 'Unknown';
  const message = STRINGS.codes.error(type, error?.message ?? STRINGS.httpError(response.status));
  throw new ApiError(response.status, type, message);
}
