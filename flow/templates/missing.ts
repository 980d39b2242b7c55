import { cut } from '../values/shown.js';

export const MISSING = ['fail', 'empty', 'keep'] as const;
export type Missing = (typeof MISSING)[number];

export interface MissingRule {
  missing?: Missing | undefined;
  nodeId?: string | undefined;
}

export function missingText(source: string, { missing = 'fail', nodeId }: MissingRule): string {
  switch (missing) {
    case 'keep':
      return source;
    case 'empty':
      return '';
    case 'fail':
      throw new Error(
        `${nodeId === undefined ? 'Template' : `Node '${nodeId}'`} has no value for '${cut(source)}': send one, add a default as in '${withDefault(source)}', or set 'missing' of the node or the flow to 'empty'`,
      );
  }
}

function withDefault(source: string): string {
  const expression = source.replace(/^\{\{-?\s*|\s*-?\}\}$/g, '');
  const simple = /^[\w.[\]'"-]{1,40}$/.test(expression) ? expression : 'x';
  return `{{ ${simple} | default('…') }}`;
}
