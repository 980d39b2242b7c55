import { expressionValue, type Evaluation } from './expression-value.js';
import { toList } from './filter-input.js';
import { missingText, type MissingRule } from './missing.js';
import type { Piece } from './parse-template.js';
import type { Expression, ForStatement, SetStatement, Statement } from './syntax.js';
import { isTruthy, nameKind } from './value-facts.js';
import { valueText } from './value-text.js';
import { Variables } from './variables.js';
import { isRecord } from '../../protocol/is-record.js';

interface Rendering extends Evaluation, MissingRule {
  pieces: readonly Piece[];
}

export function renderStatements(statements: readonly Statement[], rendering: Rendering): string {
  return statements.map((statement) => renderStatement(statement, rendering)).join('');
}

function renderStatement(statement: Statement, rendering: Rendering): string {
  rendering.meter.step();
  switch (statement.type) {
    case 'StringLiteral':
      return renderPiece(rendering.pieces[Number(statement.value)], rendering);
    case 'If': {
      const holds = isTruthy(expressionValue(statement.test, rendering));
      return renderStatements(holds ? statement.body : statement.alternate, rendering);
    }
    case 'For':
      return renderFor(statement, rendering);
    case 'Set':
      set(statement, rendering);
      return '';
  }
}

function renderPiece(piece: Piece | undefined, rendering: Rendering): string {
  if (!piece) return '';
  const { meter } = rendering;
  if (piece.kind === 'text') return valueText(piece.source, meter);
  const value = expressionValue(piece.expression, rendering);
  return valueText(value === undefined ? missingText(piece.source, rendering) : value, meter);
}

function renderFor(statement: ForStatement, rendering: Rendering): string {
  const { variables, meter } = rendering;
  const items = listItems(statement, rendering);
  if (items.length === 0) return renderStatements(statement.defaultBlock, rendering);
  const outer = variables.read('loop');
  const rendered = items.map((item, index) => {
    const block = { ...rendering, variables: new Variables(variables) };
    block.variables.set('loop', {
      // The flow's own `loop.item` stays readable.
      ...(isRecord(outer) && Object.hasOwn(outer, 'item') ? { item: outer['item'] } : {}),
      index: index + 1,
      index0: index,
      first: index === 0,
      last: index === items.length - 1,
      length: items.length,
    });
    assign(statement.loopvar, { value: item, variables: block.variables });
    meter.step();
    return renderStatements(statement.body, block);
  });
  return rendered.join('');
}

function listItems({ iterable, loopvar }: ForStatement, rendering: Rendering): readonly unknown[] {
  if (iterable.type !== 'SelectExpression')
    return toList({ value: expressionValue(iterable, rendering), meter: rendering.meter });
  const { lhs, test } = iterable;
  return toList({ value: expressionValue(lhs, rendering), meter: rendering.meter }).filter((value) => {
    const variables = new Variables(rendering.variables);
    assign(loopvar, { value, variables });
    return isTruthy(expressionValue(test, { ...rendering, variables }));
  });
}

function set({ assignee, value, body }: SetStatement, rendering: Rendering): void {
  const given = value === null ? renderStatements(body, rendering) : expressionValue(value, rendering);
  assign(assignee, { value: given, variables: rendering.variables });
}

function assign(target: Expression, { value, variables }: { value: unknown; variables: Variables }): void {
  if (target.type === 'Identifier') return variables.set(target.value, value);
  if (target.type !== 'TupleLiteral') return;
  if (!Array.isArray(value) || value.length !== target.value.length)
    throw new Error(
      `Template assigns ${nameKind(value)} to ${target.value.length} names; it must be a list with one item per name`,
    );
  for (const [index, name] of target.value.entries()) assign(name, { value: value[index], variables });
}
