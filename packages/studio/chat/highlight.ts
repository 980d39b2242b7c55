import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { common, createLowlight } from 'lowlight';
import type { ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

const LOWLIGHT = createLowlight(common);

export function highlight(text: string, language: string): ReactNode {
  if (!LOWLIGHT.registered(language)) return undefined;
  return toJsxRuntime(LOWLIGHT.highlight(language, text), { Fragment, jsx, jsxs });
}
