const SVG = 'http://www.w3.org/2000/svg';

/**
 * The page's element with an id.
 *
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} type
 * @returns {T}
 */
export function byId(id, type) {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no '${id}'`);
  return found;
}

/**
 * A new element. Texts become text nodes, so nothing in them is markup.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {...Node} children
 */
export function svgElement(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/**
 * Places an element in its parent; through the object model, for the page's policy refuses style attributes.
 *
 * @param {HTMLElement} placed
 * @param {Partial<Record<'left' | 'top' | 'width' | 'height', number>>} pixels
 */
export function place(placed, pixels) {
  for (const [name, value] of Object.entries(pixels)) placed.style.setProperty(name, `${value}px`);
}
