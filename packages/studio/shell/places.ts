import {
  Activity,
  Brain,
  MessageSquare,
  ShieldCheck,
  Waypoints,
  Workflow,
  type LucideIcon,
} from 'lucide-react';
import { formatRoute, type Route } from '../route.js';
import { STRINGS } from '../strings.js';

export interface Place {
  view: Exclude<Route['view'], 'chat' | 'tools'>;
  name: string;
  href: string;
  icon: LucideIcon;
  key: string;
  isForAdmins: boolean;
}

const WORDS = STRINGS.views;

export const PLACES: readonly Place[] = [
  place({ view: 'chats' }, { name: WORDS.chat, icon: MessageSquare, key: 'c' }),
  place({ view: 'runs', executionId: undefined }, { name: WORDS.runs, icon: Waypoints, key: 'r' }),
  place({ view: 'approvals' }, { name: WORDS.approvals, icon: ShieldCheck, key: 'a' }),
  place(
    { view: 'flows', slug: undefined, version: undefined },
    { name: WORDS.flows, icon: Workflow, key: 'f', isForAdmins: true },
  ),
  place({ view: 'memory' }, { name: WORDS.memory, icon: Brain, key: 'm' }),
  place({ view: 'health' }, { name: WORDS.health, icon: Activity, key: 'h' }),
];

export function isCurrentPlace({ view }: Place, route: Route): boolean {
  if (route.view === 'tools') return view === 'flows';
  return view === (route.view === 'chat' ? 'chats' : route.view);
}

function place(
  route: Exclude<Route, { view: 'chat' | 'tools' }>,
  rest: Pick<Place, 'name' | 'icon' | 'key'> & { isForAdmins?: boolean },
): Place {
  return { isForAdmins: false, ...rest, view: route.view, href: formatRoute(route) };
}
