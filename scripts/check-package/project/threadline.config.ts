import { defineConfig, type ProjectConfig } from 'threadline';
import { delivery } from './delivery.js';
import { estimateDelivery } from './estimate-delivery.js';
import { lookUpOrder } from './look-up-order.js';
import { orders } from './orders.js';

const project: ProjectConfig = {
  flows: [orders('offline:demo'), delivery],
  tools: [lookUpOrder],
  nodes: [estimateDelivery],
};

export default defineConfig(project);
