import { ApplicationFailure } from '@temporalio/activity';
import type { FlowDefinition } from '../../../flow/definition.js';
import { agentConfig, callsModel } from '../../../flow/kinds/model-node.js';
import { nameSetting } from '../../../models/facts/describe-model.js';
import { lookUpModel } from '../../../models/facts/model-table.js';
import type { FailureType } from '../../../protocol/failure-types.js';

/** Throws if a flow with a budget in USD uses a model without a price. */
export function requirePrices({ slug, nodes }: FlowDefinition): void {
  for (const node of nodes) {
    if (!callsModel(node)) continue;
    const { model: first, fallbacks = [] } = agentConfig(node);
    const model = [first, ...fallbacks].find((id) => !lookUpModel(id).price);
    if (model !== undefined) throw noPriceFailure(model, `Node '${node.id}' of flow '${slug}'`);
  }
}

export function noPriceFailure(model: string, caller: string): ApplicationFailure {
  const type: FailureType = 'Budget.NoPrice';
  return ApplicationFailure.create({
    type,
    message: `${caller} calls model '${model}', which has no known price, so its budget in USD cannot be enforced: set ${nameSetting(model, 'price')}, or a budget of tokens`,
    nonRetryable: true,
    details: [{ model }],
  });
}
