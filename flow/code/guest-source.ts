/* Each of these sources copies the built-ins that it uses, because the expression may replace them. */

export const INSTALL_DATA = `(function (json) {
  const data = JSON.parse(json);
  for (const [name, value] of Object.entries({ ...data.nodes, ...data }))
    if (!(name in globalThis)) globalThis[name] = value;
})`;

/** Does nothing if the data has a variable named `trajectory`. */
export const COLLECT_WRITES = `(function () {
  const writes = [];
  let added = 0;
  if (!('trajectory' in globalThis))
    globalThis.trajectory = Object.freeze({
      add(node, options) {
        added += 1;
        writes.push({ kind: 'add', node, options });
        return node.type + '(' + (node.label ?? '+' + added) + ')';
      },
      modify(node, changes, options) { writes.push({ kind: 'modify', node, changes, options }); },
      advance(to) { writes.push({ kind: 'advance', to }); },
      branch(from) { writes.push({ kind: 'branch', from }); },
    });
  return () => writes;
})()`;

/** Throws for a promise, because the sandbox awaits nothing. */
export const REPRESENT = `(function () {
  const { stringify } = JSON;
  const { isArray, from } = Array;
  const { fromEntries } = Object;
  const lists = [Set, Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array,
    Float32Array, Float64Array, BigInt64Array, BigUint64Array];
  const Awaited = Promise;
  const plain = (value) => {
    if (value instanceof Awaited)
      throw new TypeError('it returns a promise, and nothing waits for one: return the value itself, without async');
    if (typeof value === 'bigint' || typeof value === 'symbol') return String(value);
    if (typeof value === 'function') return '[Function: ' + value.name + ']';
    if (typeof value === 'number' && !(value - value === 0)) return String(value);
    if (typeof value !== 'object' || value === null || isArray(value)) return value;
    if (value instanceof Map) return fromEntries(value);
    if (value instanceof Error) return { name: value.name, message: value.message, ...value };
    if (value instanceof RegExp) return String(value);
    return lists.some((list) => value instanceof list) ? from(value) : value;
  };
  return (value) => {
    const above = [];
    return stringify(value, function (name, member) {
      while (above.length > 0 && above[above.length - 1].shown !== this) above.pop();
      if (above.some(({ given }) => given === member)) return '[Circular]';
      const shown = plain(member);
      if (typeof shown === 'object' && shown !== null) above.push({ given: member, shown });
      return shown;
    }) ?? 'null';
  };
})()`;
