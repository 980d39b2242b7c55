import { workflow } from '../../../index.js';
import { example } from './example.js';

example('workflow.type', () => {
  workflow({ type: 'fulfillOrder' });
});
example('workflow.taskQueue', () => {
  workflow({ type: 'fulfillOrder', taskQueue: 'orders' });
});
example('workflow.input', () => {
  workflow({ type: 'fulfillOrder', input: { order: '{{ trigger.data.order }}' } });
});
