import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import type { Option, Section } from './option.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export class ExportedTypes {
  readonly #checker: ts.TypeChecker;
  readonly #exported = new Map<string, ts.Symbol>();

  constructor(entries: readonly string[]) {
    const files = entries.map((entry) => `${ROOT}${entry}`);
    const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, (file) => ts.sys.readFile(file));
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
    const program = ts.createProgram(files, { ...options, noEmit: true });
    this.#checker = program.getTypeChecker();
    for (const file of files) {
      const source = program.getSourceFile(file);
      const module = source && this.#checker.getSymbolAtLocation(source);
      if (!module) throw new Error(`'${file}' exports nothing`);
      for (const symbol of this.#checker.getExportsOfModule(module)) this.#exported.set(symbol.name, symbol);
    }
  }

  /** By name or, if not exported, as `Exported.member`. Throws if it does not exist. */
  describe(path: string): Section {
    const [name = '', ...members] = path.split('.');
    let symbol = this.#find(name);
    for (const member of members) symbol = this.#typeBehind(symbol, member);
    const type = this.#checker.getDeclaredTypeOfSymbol(symbol);
    return {
      name: symbol.name,
      text: this.#textOf(symbol),
      options: this.#checker.getPropertiesOfType(type).map((property) => this.#describeMember(property)),
    };
  }

  describeUnion(name: string, field: string): Section {
    const symbol = this.#find(name);
    const declaration = symbol.declarations?.find(ts.isTypeAliasDeclaration);
    if (!declaration || !ts.isUnionTypeNode(declaration.type)) throw new Error(`'${name}' is not a union`);
    const options = declaration.type.types.map((node): Option => {
      const type = this.#checker.getTypeFromTypeNode(node);
      const marker = type.getProperty(field);
      const literal = marker && this.#checker.getTypeOfSymbol(marker);
      const fields = this.#checker.getPropertiesOfType(type).filter(({ name }) => name !== field);
      return {
        name: literal?.isStringLiteral() === true ? literal.value : '',
        type: `{ ${fields.map((symbol) => this.#signature(symbol)).join('; ')} }`,
        isRequired: false,
        text: leadingComment(node),
      };
    });
    return { name, text: this.#textOf(symbol), options };
  }

  #find(name: string): ts.Symbol {
    const symbol = this.#exported.get(name);
    if (!symbol) throw new Error(`Nothing that is exported is named '${name}'`);
    return this.#resolve(symbol);
  }

  #resolve<Found extends ts.Symbol | undefined>(symbol: Found): Found | ts.Symbol {
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  /** Also finds the type of a list's elements, a record's values or a function's arguments. */
  #typeBehind(symbol: ts.Symbol, member: string): ts.Symbol {
    const property = this.#checker.getDeclaredTypeOfSymbol(symbol).getProperty(member);
    const declared = property?.declarations?.[0];
    let found: ts.Symbol | undefined;
    const look = (node: ts.Node): void => {
      if (!found && ts.isTypeReferenceNode(node)) {
        const target = this.#resolve(this.#checker.getSymbolAtLocation(node.typeName));
        const [own] = target?.declarations?.filter(isOfProject) ?? [];
        // An alias such as `Record<string, …>` has no options; the types in it do.
        if (own && ts.isTypeAliasDeclaration(own)) look(own.type);
        else if (own) found = target;
      }
      if (!found) ts.forEachChild(node, look);
    };
    if (declared) look(declared);
    if (!found) throw new Error(`'${symbol.name}.${member}' has no type of this project`);
    return found;
  }

  #describeMember(symbol: ts.Symbol): Option {
    return {
      name: symbol.name,
      type: this.#typeText(symbol),
      isRequired: !(symbol.flags & ts.SymbolFlags.Optional),
      text: this.#textOf(symbol),
    };
  }

  #signature(symbol: ts.Symbol): string {
    const mark = symbol.flags & ts.SymbolFlags.Optional ? '?' : '';
    return `${symbol.name}${mark}: ${this.#typeText(symbol)}`;
  }

  #typeText(symbol: ts.Symbol): string {
    const { declarations = [] } = symbol;
    // A member of a union may declare another member's field as `undefined`.
    const declaration = declarations.find((one) => !isUndefined(one)) ?? declarations[0];
    if (declaration && ts.isMethodSignature(declaration)) {
      const parameters = declaration.parameters.map((parameter) => parameter.getText()).join(', ');
      return oneLine(`(${parameters}) => ${declaration.type?.getText() ?? 'unknown'}`);
    }
    if (declaration && ts.isPropertySignature(declaration) && declaration.type)
      return oneLine(declaration.type.getText().replace(/ \| undefined$/, ''));
    return oneLine(this.#checker.typeToString(this.#checker.getTypeOfSymbol(symbol)));
  }

  #textOf(symbol: ts.Symbol): string {
    return oneLine(ts.displayPartsToString(symbol.getDocumentationComment(this.#checker)));
  }
}

function isUndefined(declaration: ts.Declaration): boolean {
  return ts.isPropertySignature(declaration) && declaration.type?.kind === ts.SyntaxKind.UndefinedKeyword;
}

function isOfProject(declaration: ts.Declaration): boolean {
  const { fileName } = declaration.getSourceFile();
  return fileName.startsWith(ROOT) && !fileName.includes('node_modules');
}

function leadingComment(node: ts.Node): string {
  const { types } = node.parent as ts.UnionTypeNode;
  const before = types[types.indexOf(node as ts.TypeNode) - 1];
  const text = node.getSourceFile().text.slice(before?.end ?? node.parent.getFullStart(), node.getStart());
  const [, comment = ''] = /\/\*\*(.*?)\*\//s.exec(text) ?? [];
  return oneLine(comment.replace(/^\s*\*/gm, ''));
}

function oneLine(text: string): string {
  return text
    .replace(/\/\*\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .trim();
}
