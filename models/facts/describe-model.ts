import { lookUpModel, type FactSource } from './model-table.js';
import type { ReportedFacts } from '../reported-facts.js';

export interface ModelFact {
  readonly fact: keyof ReportedFacts;
  readonly value: number | boolean | string | { readonly input: string; readonly output: string } | null;
  readonly source: FactSource;
}

export function describeModel(id: string): readonly ModelFact[] {
  const { contextWindow, maxOutputTokens, price, takesPictures, takesTools, ...model } = lookUpModel(id);
  const { isStreamed, stallMs, template, tokenFactor, sources } = model;
  return [
    { fact: 'window', value: contextWindow, source: sources.window },
    { fact: 'outputLimit', value: maxOutputTokens ?? null, source: sources.outputLimit },
    { fact: 'price', value: price ?? null, source: sources.price },
    { fact: 'images', value: takesPictures, source: sources.images },
    { fact: 'tools', value: takesTools, source: sources.tools },
    { fact: 'tokenFactor', value: tokenFactor, source: sources.tokenFactor },
    ...(isStreamed ? [] : [{ fact: 'stream', value: false, source: sources.stream } as const]),
    ...(stallMs === undefined ? [] : [{ fact: 'stallMs', value: stallMs, source: sources.stallMs } as const]),
    ...(['systemMessages', 'roles', 'toolCallIds', 'lastMessage'] as const)
      .filter((fact) => sources[fact] !== 'assumed')
      .map((fact) => ({ fact, value: template[fact], source: sources[fact] })),
  ];
}

export function nameSetting(id: string, fact: keyof ReportedFacts): string {
  const colon = id.indexOf(':');
  return `models.${id.slice(0, colon)}.models['${id.slice(colon + 1)}'].${fact} in threadline.config.ts`;
}
