import { fitsPattern } from '../../protocol/name-pattern.js';
import type { Abilities, Need } from './abilities.js';

export interface SchemaHashes {
  readonly tools: Readonly<Record<string, string>>;
  readonly kinds: Readonly<Record<string, string>>;
  /** Not compared: a new description changes no flow. Absent if an older worker announced them. */
  readonly descriptions?: Pick<SchemaHashes, 'tools' | 'kinds'>;
}

export interface RecordedNeeds extends Abilities {
  /** Absent if no live worker had everything at publication. */
  readonly schemas?: SchemaHashes;
}

export function pickHashes({ tools, kinds }: Abilities, from: SchemaHashes): SchemaHashes {
  return {
    tools: pick(from.tools, (name) => tools.some((tool) => fitsPattern(tool, name))),
    kinds: pick(from.kinds, (kind) => kinds.includes(kind)),
  };
}

export function listChanged(recorded: SchemaHashes, now: SchemaHashes): Need[] {
  return [
    ...listChangedNames(recorded.tools, now.tools).map((name) => ({ what: 'tool', name }) as const),
    ...listChangedNames(recorded.kinds, now.kinds).map((name) => ({ what: 'kind', name }) as const),
  ];
}

function pick(hashes: Readonly<Record<string, string>>, isNamed: (name: string) => boolean) {
  return Object.fromEntries(Object.entries(hashes).filter(([name]) => isNamed(name)));
}

function listChangedNames(
  recorded: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): string[] {
  return Object.keys(recorded).filter((name) => Object.hasOwn(now, name) && now[name] !== recorded[name]);
}
