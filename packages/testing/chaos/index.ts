export { CHAOS_FAULT_NAMES, CHAOS_FAULTS, type ChaosFault } from './chaos-faults.js';
export type { ChaosLoad, ChaosTurn } from './chaos-load.js';
export {
  formatChaosReport,
  type ChaosFaultReport,
  type ChaosReport,
  type ChaosRule,
  type ChaosViolation,
} from './chaos-report.js';
export { planChaos, type PlannedFault } from './plan-chaos.js';
export { runChaos, type ChaosOptions } from './run-chaos.js';
