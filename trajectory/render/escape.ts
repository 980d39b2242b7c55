import { showUnseen, unseenCharacters } from '../../protocol/unseen-characters.js';

const UNSEEN = unseenCharacters();
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return showUnseen(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Cannot close a `script` element or open a comment in it. */
export function toScriptJson(value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  // An extra backslash, so that the page reads an escape.
  return json.replace(UNSEEN, (unseen) => showUnseen(unseen).replaceAll('\\', '\\\\'));
}
