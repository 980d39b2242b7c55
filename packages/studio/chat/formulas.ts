import rehypeKatex, { type Options } from 'rehype-katex';
import remarkMath from 'remark-math';
import type { PluggableList } from 'unified';

export interface Formulas {
  remarkPlugins: PluggableList;
  rehypePlugins: PluggableList;
}

/** MathML, because it needs no fonts or styles. */
const OPTIONS: Options = { output: 'mathml' };

export const FORMULAS: Formulas = {
  // Formulas between single dollar signs have two by now.
  remarkPlugins: [[remarkMath, { singleDollarTextMath: false }]],
  rehypePlugins: [[rehypeKatex, OPTIONS]],
};
