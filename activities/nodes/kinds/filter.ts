import { filterItems } from '../../../flow/conditions/filter-items.js';
import { evaluateTemplate } from '../../../flow/templates/evaluate-template.js';
import { evaluateAtOnce } from './evaluator.js';
import { toItems } from './to-items.js';

/** Keeps the items of a list that meet the conditions. */
export const evaluateFilter = evaluateAtOnce<'filter'>({
  look({ config }, scope) {
    const items = filterItems(toItems(evaluateTemplate(config.over, scope)), config);
    return { output: { items, total: items.length } };
  },
});
