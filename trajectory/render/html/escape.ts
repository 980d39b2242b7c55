import { showUnseen, unseenCharacters } from '../../../protocol/unseen-characters.js';

const UNSEEN = unseenCharacters();
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for an HTML element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return showUnseen(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/**
 * Writes JSON for a `script` element: nothing in it can end the element, or begin a comment in it. Characters that are not
 * seen are read as their escapes, so that the page shows them.
 */
export function toScriptJson(value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  // A backslash more, and the page reads an escape where the character stood.
  return json.replace(UNSEEN, (unseen) => showUnseen(unseen).replaceAll('\\', '\\\\'));
}
