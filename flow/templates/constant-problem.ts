import { errorMessage } from '../../protocol/error-message.js';
import { expressionValue } from './expression-value.js';
import { Meter } from './meter.js';
import type { Expression } from './syntax.js';
import { Variables } from './variables.js';

export function constantProblem(expression: Expression): string | undefined {
  const constants: Expression[] = [];
  if (collectConstants(expression, constants)) constants.push(expression);
  for (const constant of constants)
    try {
      expressionValue(constant, { variables: new Variables({}), meter: new Meter() });
    } catch (error) {
      return errorMessage(error);
    }
  return undefined;
}

/** Collects only constants that are always evaluated. */
function collectConstants(expression: Expression, constants: Expression[]): boolean {
  switch (expression.type) {
    case 'IntegerLiteral':
    case 'FloatLiteral':
    case 'StringLiteral':
      return true;
    case 'UnaryExpression':
      return collectConstants(expression.argument, constants);
    case 'FilterExpression':
      if (collectConstants(expression.operand, constants)) constants.push(expression.operand);
      return false;
    case 'BinaryExpression': {
      const { operator, left, right } = expression;
      const isLeft = collectConstants(left, constants);
      const mayStop = operator.value === 'and' || operator.value === 'or';
      const isRight = collectConstants(right, mayStop ? [] : constants);
      if (isLeft && isRight) return true;
      if (isLeft) constants.push(left);
      else if (isRight && !mayStop) constants.push(right);
      return false;
    }
    default:
      return false;
  }
}
