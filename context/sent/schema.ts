import { textKind } from './text-kind.js';

export const schema = textKind({
  from: 'schema',
  position: 'system',
  segment: 'system',
  name: 'output schema',
});
