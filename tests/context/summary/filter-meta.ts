import { createMetaFilter, type MetaEnd } from '../../../context/summary/hide-meta.js';

export function filterMeta(chunks: readonly string[], key?: string): MetaEnd {
  const filter = createMetaFilter({ key });
  const pushed = chunks.map((chunk) => filter.push(chunk));
  const end = filter.end();
  const splits = [...pushed, end];
  return {
    isStray: end.isStray,
    visible: splits.map((part) => part.visible).join(''),
    meta: splits.map((part) => part.meta).join(''),
  };
}
