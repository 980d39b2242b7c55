import { defineConfig, type ProjectConfig } from 'threadline';
import { delivery } from './delivery.js';
import { estimateDelivery } from './estimate-delivery.js';
import { orderTool } from './look-up-order.js';
import { orders } from './orders.js';

const project: ProjectConfig = {
  flows: [orders('offline:demo'), delivery],
  tools: [orderTool],
  nodes: [estimateDelivery],
};

export default defineConfig(project);
