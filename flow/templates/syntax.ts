export type Expression =
  | { type: 'IntegerLiteral' | 'FloatLiteral'; value: number }
  | { type: 'StringLiteral'; value: string }
  | { type: 'ArrayLiteral' | 'TupleLiteral'; value: readonly Expression[] }
  | { type: 'ObjectLiteral'; value: ReadonlyMap<Expression, Expression> }
  | { type: 'UnaryExpression'; operator: Operator; argument: Expression }
  | { type: 'TestExpression'; operand: Expression; negate: boolean; test: Identifier }
  | { type: 'Ternary'; condition: Expression; trueExpr: Expression; falseExpr: Expression }
  | { type: 'SelectExpression'; lhs: Expression; test: Expression }
  | Identifier
  | BinaryExpression
  | MemberExpression
  | CallExpression
  | FilterExpression;

type Identifier = { type: 'Identifier'; value: string };
export type BinaryExpression = {
  type: 'BinaryExpression';
  operator: Operator;
  left: Expression;
  right: Expression;
};
/** `computed`: in brackets, not after a dot. */
export type MemberExpression = {
  type: 'MemberExpression';
  object: Expression;
  property: Expression | SliceExpression;
  computed: boolean;
};
type SliceExpression = {
  type: 'SliceExpression';
  start?: Expression;
  stop?: Expression;
  step?: Expression;
};
export type CallExpression = {
  type: 'CallExpression';
  callee: Expression;
  args: readonly (Expression | NamedArgument)[];
};
type NamedArgument = { type: 'KeywordArgumentExpression'; key: Identifier; value: Expression };
export type FilterExpression = {
  type: 'FilterExpression';
  operand: Expression;
  filter: Identifier | CallExpression;
};
type Operator = { value: string };

export type Statement = { type: 'StringLiteral'; value: string } | IfStatement | ForStatement | SetStatement;

type IfStatement = {
  type: 'If';
  test: Expression;
  body: readonly Statement[];
  alternate: readonly Statement[];
};
export type ForStatement = {
  type: 'For';
  loopvar: Expression;
  iterable: Expression;
  body: readonly Statement[];
  defaultBlock: readonly Statement[];
};
export type SetStatement = {
  type: 'Set';
  assignee: Expression;
  value: Expression | null;
  body: readonly Statement[];
};
