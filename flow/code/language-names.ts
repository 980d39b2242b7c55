export const LANGUAGE_NAMES: ReadonlySet<string> = new Set(
  (
    'trajectory undefined NaN Infinity globalThis arguments this eval isFinite isNaN parseFloat parseInt decodeURI ' +
    'decodeURIComponent encodeURI encodeURIComponent escape unescape Object Function Error EvalError RangeError ' +
    'ReferenceError SyntaxError TypeError URIError AggregateError InternalError Array ArrayBuffer SharedArrayBuffer ' +
    'DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array BigInt64Array ' +
    'BigUint64Array Float32Array Float64Array Number BigInt String Boolean Symbol RegExp Date Math JSON Map Set ' +
    'WeakMap WeakSet WeakRef FinalizationRegistry Promise Proxy Reflect Atomics Iterator'
  ).split(' '),
);
