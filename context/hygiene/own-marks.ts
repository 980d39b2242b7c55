import type { SharedV3ProviderOptions } from '@ai-sdk/provider';
import { GRAMMAR_TRAITS, GRAMMARS, type Grammar } from '../grammar/grammar.js';

const NAMES = new Set(GRAMMARS.map((grammar) => GRAMMAR_TRAITS[grammar].marks));

/** After a fallback, another provider may reject the first one's signatures, so drops them. */
export function withOwnMarks<Part extends { providerOptions?: SharedV3ProviderOptions | undefined }>(
  part: Part,
  grammar: Grammar | undefined,
): Part {
  // A transcript may hold any value here.
  const marks: unknown = part.providerOptions;
  if (!grammar || typeof marks !== 'object' || marks === null) return part;
  const own = Object.entries(part.providerOptions ?? {}).filter(
    ([name]) => name === GRAMMAR_TRAITS[grammar].marks || !NAMES.has(name),
  );
  if (own.length === Object.keys(marks).length) return part;
  const { providerOptions: _marks, ...rest } = part;
  return (own.length === 0 ? rest : { ...rest, providerOptions: Object.fromEntries(own) }) as Part;
}

/** OpenAI rejects references to unsent reasoning items. */
export function withoutBoundMarks(parts: readonly unknown[], grammar: Grammar | undefined): unknown[] {
  const traits = grammar && GRAMMAR_TRAITS[grammar];
  const bound = traits?.thoughts?.boundMark;
  if (!traits || bound === undefined) return [...parts];
  return parts.map((part) => {
    const { providerOptions, ...rest } = part as { providerOptions?: Record<string, unknown> };
    const marks = providerOptions?.[traits.marks];
    if (typeof marks !== 'object' || marks === null || !Object.hasOwn(marks, bound)) return part;
    const { [bound]: _bound, ...kept } = marks as Record<string, unknown>;
    const { [traits.marks]: _marks, ...others } = providerOptions ?? {};
    const left = Object.keys(kept).length === 0 ? others : { ...others, [traits.marks]: kept };
    return Object.keys(left).length === 0 ? rest : { ...rest, providerOptions: left };
  });
}
