import { computeInTurn, computeText } from '../../../flow/compute/compute-in-turn.js';
import { evaluateAtOnce } from './evaluator.js';

export const evaluateReply = evaluateAtOnce<'reply'>({
  async look({ config: { text: template, data } }, scope, request) {
    const text = await computeText({ template, scope }, request);
    const output =
      data === undefined ? text : await computeInTurn({ kind: 'value', value: data, scope }, request);
    return { output: { output }, message: text };
  },
});
