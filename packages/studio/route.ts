export const HEALTH_DAYS = [1, 7, 30] as const;
export type HealthDays = (typeof HEALTH_DAYS)[number];

/** Named as in the address. An absent or empty filter does not apply. */
export const RUN_FILTERS = [
  /** Finds a part of a question, an error or an id. */
  'text',
  'flow',
  'status',
  'user',
  /** The value is `true`. For administrators only, if no user is named. */
  'everybody',
  'since',
  'until',
  'minCost',
] as const;
export type RunFilters = Partial<Record<(typeof RUN_FILTERS)[number], string>>;

export type Route =
  | {
      view: 'chat';
      flow: string;
      channel: string;
      why: string | undefined;
      thread?: string | undefined;
      /** The anchor of a thread that is not stored yet, as `seq` or `seq.start.end`. */
      on?: string | undefined;
      /** The draft thread's parent. Absent if that is the chat. */
      of?: string | undefined;
      /** The number of the message to open at, in the open sub-thread if there is one. */
      at?: number | undefined;
    }
  | { view: 'chats' }
  | { view: 'unknown'; path: string }
  | { view: 'health'; days?: HealthDays | undefined }
  | { view: 'shared'; token: string }
  | { view: 'approvals' }
  /** Without `flow` and `channel`, shows the chat that was used last. */
  | { view: 'memory'; flow?: string | undefined; channel?: string | undefined }
  /** Without a slug, shows all flows. Without a version, shows the current one. */
  | { view: 'flows'; slug: string | undefined; version: number | undefined }
  /** Names a tool or a node kind. Without both, shows all. */
  | { view: 'tools'; tool: string | undefined; kind?: string | undefined }
  | { view: 'runs'; executionId: undefined; filters?: RunFilters }
  | {
      view: 'runs';
      executionId: string;
      /** Only for administrators: the open page's owner. Absent for the caller, empty without an owner. */
      user?: string | undefined;
    };

export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view, first, second] = path.split('/').map(decode);
  if (view === 'health') {
    const days = new URLSearchParams(query).get('days');
    return { view, days: HEALTH_DAYS.find((one) => String(one) === days) };
  }
  if (view === 'approvals') return { view };
  if (view === 'shared' && first !== undefined) return { view, token: first };
  if (view === 'memory') {
    const search = new URLSearchParams(query);
    return { view, flow: search.get('flow') ?? undefined, channel: search.get('channel') ?? undefined };
  }
  if (view === 'flows') {
    const version = /^[1-9]\d*$/.test(second ?? '') ? Number(second) : undefined;
    return { view, slug: first === '' ? undefined : first, version };
  }
  if (view === 'tools') {
    if (first === 'node' && second !== undefined) return { view, tool: undefined, kind: second };
    return { view, tool: first === '' ? undefined : first };
  }
  if (view === 'runs') {
    const search = new URLSearchParams(query);
    if (first !== undefined && first !== '')
      return { view, executionId: first, user: search.get('user') ?? undefined };
    return { view, executionId: undefined, filters: pickFilters((name) => search.get(name)) };
  }
  if (view === 'chat' && first !== undefined && second !== undefined)
    return { view, flow: first, channel: second, ...readBeside(query) };
  return view === undefined || view === '' ? { view: 'chats' } : { view: 'unknown', path };
}

export function formatMessageRoute(message: {
  flow: string;
  channel: string;
  thread: string | null;
  seq: number;
}): string {
  const { flow, channel, thread, seq } = message;
  return formatRoute({ view: 'chat', flow, channel, why: undefined, thread: thread ?? undefined, at: seq });
}

export function formatRoute(route: Route): string {
  switch (route.view) {
    case 'chats':
      return '#/';
    case 'unknown':
      return `#/${route.path}`;
    case 'health':
      return route.days === undefined ? '#/health' : `#/health?days=${route.days}`;
    case 'approvals':
      return '#/approvals';
    case 'shared':
      return `#/shared/${encodeURIComponent(route.token)}`;
    case 'memory': {
      const { flow, channel } = route;
      if (flow === undefined || channel === undefined) return '#/memory';
      return `#/memory${toQuery({ flow, channel })}`;
    }
    case 'flows': {
      const { slug, version } = route;
      const parts = [slug, version].filter((part) => part !== undefined);
      return ['#/flows', ...parts.map(encodeURIComponent)].join('/');
    }
    case 'tools':
      if (route.kind !== undefined) return `#/tools/node/${encodeURIComponent(route.kind)}`;
      return route.tool === undefined ? '#/tools' : `#/tools/${encodeURIComponent(route.tool)}`;
    case 'runs':
      return formatRuns(route);
    case 'chat': {
      const { flow, channel, why, thread, on, of, at } = route;
      const beside = Object.entries({ why, thread, on, of, at: at?.toString() }).filter(
        ([, value]) => value !== undefined,
      );
      const query = toQuery(Object.fromEntries(beside) as Record<string, string>);
      return `#/chat/${encodeURIComponent(flow)}/${encodeURIComponent(channel)}${query}`;
    }
  }
}

function formatRuns(route: Extract<Route, { view: 'runs' }>): string {
  const { executionId } = route;
  if (executionId !== undefined)
    return `#/runs/${encodeURIComponent(executionId)}${toQuery(route.user === undefined ? {} : { user: route.user })}`;
  const { filters = {} } = route;
  return `#/runs${toQuery(pickFilters((name) => filters[name]))}`;
}

function pickFilters(read: (name: keyof RunFilters) => string | null | undefined): RunFilters {
  return Object.fromEntries(RUN_FILTERS.map((name) => [name, read(name)]).filter(([, value]) => value));
}

function toQuery(fields: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(fields).toString();
  return query === '' ? '' : `?${query}`;
}

function readBeside(
  query: string,
): Pick<Extract<Route, { view: 'chat' }>, 'why' | 'thread' | 'on' | 'of' | 'at'> {
  const search = new URLSearchParams(query);
  const at = search.get('at') ?? '';
  const on = search.get('on') ?? '';
  const thread = search.get('thread') ?? undefined;
  return {
    why: search.get('why') ?? undefined,
    thread,
    on: thread !== undefined && /^[1-9]\d{0,8}(\.\d{1,9}\.\d{1,9})?$/.test(on) ? on : undefined,
    of: thread === undefined ? undefined : (search.get('of') ?? undefined),
    at: /^[1-9]\d{0,8}$/.test(at) ? Number(at) : undefined,
  };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
