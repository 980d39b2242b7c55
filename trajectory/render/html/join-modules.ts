const IMPORT = /^import \{[^}]*\} from '\.\/([a-z-]+\.js)';\n/gm;
const EXPORT = /^export (?=(?:async )?(?:function|const|class) )/gm;
const LEFT_OVER = /^(?:import|export)\b.*$/m;

export interface ModuleSource {
  name: string;
  content: string;
}

/**
 * One script of modules that import only named things from one another, each given after those that it imports: a page
 * that opens from disk cannot load modules. Their top-level names must differ. Throws on what it does not understand.
 */
export function joinModules(modules: readonly ModuleSource[]): string {
  const joined = new Set<string>();
  return modules
    .map(({ name, content }) => {
      for (const [, imported = ''] of content.matchAll(IMPORT)) {
        if (!joined.has(imported))
          throw new Error(`Module '${name}' imports '${imported}', which does not come before it`);
      }
      joined.add(name);
      const script = content.replaceAll(IMPORT, '').replaceAll(EXPORT, '');
      const leftOver = LEFT_OVER.exec(script);
      if (leftOver)
        throw new Error(`Module '${name}' has a statement that cannot be joined: '${leftOver[0]}'`);
      return script.trim();
    })
    .join('\n\n');
}
