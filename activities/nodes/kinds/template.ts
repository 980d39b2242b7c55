import { renderValue } from '../../../flow/templates/render-value.js';
import { evaluateAtOnce } from './evaluator.js';

/** Fills in the templates of a value. */
export const evaluateTemplateNode = evaluateAtOnce<'template'>({
  look: ({ config }, scope) => ({ output: { output: renderValue(config.template, scope) } }),
});
