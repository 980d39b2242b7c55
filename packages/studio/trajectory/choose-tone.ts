import type { CSSProperties } from 'react';
import type { NodeType } from '../../../trajectory/graph/node-types.js';
import { NODE_COLOURS } from '../../../trajectory/render/node-colours.js';

/** The styles of `.trajectory [style*='--tone']` use these colors. */
export function chooseTone(type: NodeType): CSSProperties {
  const { ink, paper, darkInk } = NODE_COLOURS[type];
  return { '--tone': `light-dark(${ink}, ${darkInk})`, '--paper': paper } as CSSProperties;
}
