import { renderText } from '../../../flow/templates/render-text.js';
import { renderValue } from '../../../flow/templates/render-value.js';
import { evaluateAtOnce } from './evaluator.js';

/** Says the execution's answer; a parent gets the data in its place, where there is any. */
export const evaluateReply = evaluateAtOnce<'reply'>({
  look({ config }, scope) {
    const text = renderText(config.text, scope);
    const output = config.data === undefined ? text : renderValue(config.data, scope);
    return { output: { output }, message: text };
  },
});
