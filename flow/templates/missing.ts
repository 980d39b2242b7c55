import { cut } from '../validation/shown.js';

/** The ways to treat an output of a template whose value is missing. */
export const MISSING = ['fail', 'empty', 'keep'] as const;
export type Missing = (typeof MISSING)[number];

/** The text in place of an output whose value is missing. Throws a sentence with the expression and the remedy for 'fail'. */
export function missingText(source: string, missing: Missing): string {
  switch (missing) {
    case 'keep':
      return source;
    case 'empty':
      return '';
    case 'fail':
      throw new Error(
        `Template has no value for '${cut(source)}': send one, add a default as in '${withDefault(source)}', or set 'missing' of the node or the flow to 'empty'`,
      );
  }
}

function withDefault(source: string): string {
  const expression = source.replace(/^\{\{-?\s*|\s*-?\}\}$/g, '');
  const simple = /^[\w.[\]'"-]{1,40}$/.test(expression) ? expression : 'x';
  return `{{ ${simple} | default('…') }}`;
}
