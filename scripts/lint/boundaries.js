import { posix, relative, sep } from 'node:path';

/**
 * An ESLint rule: a file may import only from its own folder, from packages, and along the arrows of that folder.
 * The import is resolved as a path, so it does not matter how it is spelled or how deep the file lies.
 * Option: `{ arrows: { <folder>: { from, types, hasPackages } }, root, packageName }`; `types` may be imported with
 * `import type` only, and with `hasPackages: false` no package at all.
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

    /** The folder, or the module beside the folders, that an import leads to; undefined: a package of others. */
    function targetOf(path) {
      // By its own name the package would be a way around the arrows.
      if (path === packageName || path.startsWith(`${packageName}/`)) return packageName;
      if (!path.startsWith('.')) return undefined;
      return topOf(posix.normalize(posix.join(posix.dirname(file), path)));
    }
  },
};

function topOf(path) {
  const [first = '', second = ''] = path.toLowerCase().split('/');
  // A package of the workspace goes by its own name.
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
