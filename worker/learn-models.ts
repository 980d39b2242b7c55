import { setTimeout as sleep } from 'node:timers/promises';
import { askEndpoint } from '../models/facts/ask-endpoint.js';
import { nameSetting } from '../models/facts/describe-model.js';
import { lookUpModel } from '../models/facts/model-table.js';
import { reportFacts } from '../models/reported-facts.js';
import type { ModelRegistry } from '../models/model-registry.js';

const PAUSE_MS = 60_000;

/** A model that nodes call. `hasWindow` is true if each of them sets the window. */
export interface CalledModel {
  readonly id: string;
  readonly hasWindow: boolean;
}

export interface Learning {
  readonly asked: Promise<void>;
  readonly stop: () => Promise<void>;
}

export function learnModels(
  models: readonly CalledModel[],
  {
    registry,
    note,
  }: {
    registry: Pick<ModelRegistry, 'findEndpoint'>;
    note: (level: string, message: string) => void;
  },
): Learning {
  const stopped = new AbortController();
  const warned = new Set<string>();
  const first = askAll(models);
  const rest = askOn();
  return {
    asked: first.then(() => undefined),
    stop: () => {
      stopped.abort();
      return rest;
    },
  };

  async function askOn(): Promise<void> {
    let silent = await first;
    while (silent.length > 0 && !stopped.signal.aborted) {
      await sleep(PAUSE_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
      if (!stopped.signal.aborted) silent = await askAll(silent);
    }
  }

  async function askAll(asked: readonly CalledModel[]): Promise<CalledModel[]> {
    const answered = await Promise.all(asked.map((model) => learn(model)));
    return asked.filter((_model, index) => answered[index] === false);
  }

  async function learn(model: CalledModel): Promise<boolean> {
    const { id } = model;
    const endpoint = isAssumed(id) ? registry.findEndpoint(id) : undefined;
    const reported = endpoint && (await askEndpoint(endpoint, id.slice(id.indexOf(':') + 1)));
    if (reported) reportFacts('endpoint', id, reported);
    if (!stopped.signal.aborted) warn(model, endpoint !== undefined && !reported);
    return !endpoint || reported !== undefined;
  }

  function warn({ id, hasWindow }: CalledModel, isSilent: boolean): void {
    const { contextWindow, sources } = lookUpModel(id);
    if (hasWindow || sources.window !== 'assumed' || warned.has(id)) return;
    warned.add(id);
    const why = isSilent ? ', and its endpoint does not answer' : '';
    note(
      'WARN',
      `The window of model '${id}' is not known${why}: ${contextWindow} tokens are assumed. Set ${nameSetting(id, 'window')}`,
    );
  }
}

function isAssumed(id: string): boolean {
  const { sources } = lookUpModel(id);
  return [sources.window, sources.images, sources.tools].includes('assumed');
}
