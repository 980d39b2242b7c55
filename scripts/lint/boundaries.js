import { posix, relative, sep } from 'node:path';

/**
 * A file may import from its folder, from packages, and along its folder's arrows. `types` allows only `import type`.
 */
export const boundaries = {
  meta: { type: 'problem', schema: [{ type: 'object' }] },
  create(context) {
    const [{ arrows, root, packageName }] = context.options;
    const file = relative(root, context.filename).split(sep).join('/');
    const folder = topOf(file);
    const arrow = arrows[folder];
    if (arrow === undefined || !file.includes('/')) return {};
    const { from, types = [], hasPackages = true } = arrow;
    const allowed =
      [...from, ...types.map((name) => `${name} (types)`)].join(', ') ||
      (hasPackages ? 'packages' : 'itself');
    const message = `${folder}/ may import only from: ${allowed}.`;
    return {
      ImportDeclaration: (node) => check(node.source, isTypeImport(node)),
      ExportNamedDeclaration: (node) => check(node.source, isTypeExport(node)),
      ExportAllDeclaration: (node) => check(node.source, node.exportKind === 'type'),
      ImportExpression: (node) => check(node.source, false),
      TSExternalModuleReference: (node) => check(node.expression, node.parent.importKind === 'type'),
      TSImportType: (node) => check(node.source ?? node.argument?.literal, true),
    };

    function check(source, isType) {
      if (typeof source?.value !== 'string') return;
      const target = targetOf(source.value);
      if (target === undefined ? hasPackages : target === folder || from.includes(target)) return;
      if (isType && types.includes(target)) return;
      context.report({ node: source, message });
    }

    function targetOf(path) {
      // Importing the package by name would bypass the arrows.
      if (path === packageName || path.startsWith(`${packageName}/`)) return packageName;
      if (!path.startsWith('.')) return undefined;
      return topOf(posix.normalize(posix.join(posix.dirname(file), path)));
    }
  },
};

function topOf(path) {
  const [first = '', second = ''] = path.toLowerCase().split('/');
  const top = first === 'packages' ? second : first;
  return top.replace(/\.[jt]s$/, '');
}

function isTypeImport({ importKind, specifiers }) {
  return importKind === 'type' || areTypes(specifiers, 'importKind');
}

function isTypeExport({ exportKind, specifiers }) {
  return exportKind === 'type' || areTypes(specifiers, 'exportKind');
}

function areTypes(specifiers, kind) {
  return specifiers.length > 0 && specifiers.every((specifier) => specifier[kind] === 'type');
}
