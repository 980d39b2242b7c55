export const namedThings = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments())
          if (comment.type === 'Block' && /^\*\s+(?:\*\s+)?What\b/.test(comment.value))
            context.report({
              loc: comment.loc,
              message:
                'Name the thing first, or say what the function does: "The answer to a call", "Reads a key".',
            });
      },
    };
  },
};

export const functionVerbs = {
  meta: { type: 'suggestion', schema: [] },
  create(context) {
    return {
      FunctionDeclaration: (node) => check(node.id),
      VariableDeclarator(node) {
        if (node.init?.type === 'ArrowFunctionExpression' || node.init?.type === 'FunctionExpression')
          check(node.id);
      },
    };

    function check(id) {
      if (id?.type === 'Identifier' && /[a-z]Of$/.test(id.name))
        context.report({
          node: id,
          message: `Functions are verbs: '${id.name}' names a thing. Say what it does.`,
        });
    }
  },
};
