/** @import { PageNode } from '../html/page-data.js' */

/**
 * `additionalFiles` as `additional files`.
 *
 * @param {string} name
 */
export function toTitle(name) {
  return name.replace(/([a-z])([A-Z])/g, (_, before, after) => `${before} ${after.toLowerCase()}`);
}

/**
 * A value for a person to read: texts as they are, the rest as JSON.
 *
 * @param {unknown} value
 */
export function toReadable(value) {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/**
 * All that search looks at, in small letters.
 *
 * @param {PageNode} node
 */
export function searchText(node) {
  const values = Object.values(node.attributes).map(toReadable);
  return [node.id, node.shortName, node.description ?? '', ...values].join('\n').toLowerCase();
}

/**
 * What each change of a node replaced, and by what: the latest change first. What a change wrote is what the next change
 * of the same attribute replaced, or what the node holds today.
 *
 * @param {PageNode} node
 */
export function listChanges(node) {
  /** @type {Record<string, unknown>} */
  const later = { label: node.label, description: node.description, ...node.attributes };
  return Object.entries(node.versions)
    .map(([version, replaced]) => ({ version: Number(version), replaced }))
    .sort((one, other) => other.version - one.version)
    .map(({ version, replaced }) => ({
      version,
      reason: node.reasons?.[version] ?? '',
      attributes: Object.entries(replaced).map(([name, before]) => {
        const after = later[name];
        later[name] = before;
        return { name, before, after };
      }),
    }));
}
