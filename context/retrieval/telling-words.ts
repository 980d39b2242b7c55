import { questionKind } from './question-kind.js';

/**
 * The stems of words by which people tell what happened, one thing after another: places in an order, days, and the
 * irregular pasts that everybody uses. A question for many messages names the matter once, and hardly any of its parts.
 */
const TELLING = (
  'first second third next last final anoth later begin began start finish done complet ' +
  'yesterday today tonight morn even week weekend monday tuesday wednesday thursday friday saturday sunday ' +
  'went got made took came bought wrote ran gave told met found lost won felt put brought built sent becam left paid chose ' +
  'drew spent set saw'
).split(' ');

/** Lists the words by which the parts of what a question asks would be told; none where it asks for one thing. */
export function tellingWords(text: string): readonly string[] {
  return questionKind(text) === 'many' ? TELLING : [];
}
