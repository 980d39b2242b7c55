import type { TestSystemOptions } from '../../packages/testing/test-system.js';
import type { SearchAttributeName } from '../../protocol/search-attributes.js';
import { slotsPerUser } from '../../worker/tune-worker.js';
import { ANSWER_SCENARIOS } from './answer-scenarios.js';
import { ASKING_SCENARIOS, PAY, REFUND } from './asking-scenarios.js';
import { FEW_ATTRIBUTES_SCENARIOS } from './few-attributes-scenarios.js';
import { FINISHING_SCENARIOS } from './finishing-scenarios.js';
import { FLOW_ROLLOVER_SCENARIOS, FLOW_SCENARIOS } from './flow-scenarios.js';
import { MESSAGE_SCENARIOS } from './message-scenarios.js';
import { MOVED_SCENARIOS } from './moved-scenarios.js';
import { OVERFLOW_SCENARIOS } from './overflow-scenarios.js';
import { PROVIDER_SCENARIOS } from './provider-scenarios.js';
import { QUEUE_SCENARIOS } from './queue-scenarios.js';
import { RACE_OPTIONS } from '../integration/fixtures/conversation-races.js';
import { RACE_SCENARIOS } from './race-scenarios.js';
import { REDOING_SCENARIOS } from './redoing-scenarios.js';
import { RESET_SCENARIOS } from './reset-scenarios.js';
import { ROLLOVER_SCENARIOS, SCENARIOS, type Scenario } from './scenarios.js';
import { SLOT_SCENARIOS } from './slot-scenarios.js';
import { STEERING_SCENARIOS } from './steering-scenarios.js';
import { TEAM_SCENARIOS, TEAM_WORKFLOWS } from './team-scenarios.js';
import { LOOK, TOUCHING_SCENARIOS } from './touching-scenarios.js';
import { EMBEDDING_SCENARIOS, RETENTION_ROLLOVER_SCENARIOS, UPKEEP_SCENARIOS } from './upkeep-scenarios.js';

interface ScenarioGroup {
  scenarios: Record<string, Scenario>;
  options?: TestSystemOptions;
  searchAttributes?: readonly SearchAttributeName[];
  rollsOverEarly?: true;
}

export const SCENARIO_GROUPS: readonly ScenarioGroup[] = [
  {
    scenarios: {
      ...SCENARIOS,
      ...QUEUE_SCENARIOS,
      ...UPKEEP_SCENARIOS,
      ...FLOW_SCENARIOS,
      ...FINISHING_SCENARIOS,
      ...STEERING_SCENARIOS,
      ...REDOING_SCENARIOS,
      ...ANSWER_SCENARIOS,
      ...MESSAGE_SCENARIOS,
      ...OVERFLOW_SCENARIOS,
      ...MOVED_SCENARIOS,
      ...RESET_SCENARIOS,
    },
  },
  { scenarios: RACE_SCENARIOS, options: RACE_OPTIONS },
  { scenarios: EMBEDDING_SCENARIOS, options: { embedder: 'openai:words' } },
  { scenarios: PROVIDER_SCENARIOS, options: { providers: { openai: { taskQueue: 'openai-calls' } } } },
  { scenarios: TEAM_SCENARIOS, options: { workflows: TEAM_WORKFLOWS } },
  { scenarios: TOUCHING_SCENARIOS, options: { tools: [LOOK] } },
  { scenarios: ASKING_SCENARIOS, options: { tools: [PAY, REFUND] } },
  {
    scenarios: SLOT_SCENARIOS,
    options: { slotsPerUser: slotsPerUser(), timing: { slotLeaseMs: 600_000 } },
  },
  { scenarios: FEW_ATTRIBUTES_SCENARIOS, searchAttributes: ['ConversationId', 'FlowSlug'] },
  { scenarios: { ...ROLLOVER_SCENARIOS, ...FLOW_ROLLOVER_SCENARIOS }, rollsOverEarly: true },
  {
    scenarios: RETENTION_ROLLOVER_SCENARIOS,
    options: { retention: { '*': { chatDays: 30 } } },
    rollsOverEarly: true,
  },
];
