/** Replaces a package that adds it to old browsers. */
export default globalThis.structuredClone;
