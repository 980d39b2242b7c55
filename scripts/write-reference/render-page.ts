import { findUnit, splitDefault, type Option, type Page, type Section } from './option.js';

export function renderContents(pages: readonly Page[]): string {
  const lines = pages.map(({ file, title, sections }) => {
    const names = sections.map(({ name }) => `[${name}](${file}#${toAnchor(name)})`);
    return `- [${title}](${file}): ${names.join(', ')}`;
  });
  return `# Reference\n\nEvery option, generated from the sources by \`npm run write-reference\`.\n\n${lines.join('\n')}\n- [Errors](errors.md): every \`type\` of an error, with its HTTP status\n- [Fields of OpenAI-compatible requests](openai-fields.md): which are read, ignored or refused\n- [Models](models.md): the built-in providers' variables, and each known model's window and price\n- [Metrics](metrics.md): name, unit, labels and meaning of each\n- [Personalities](personalities.md): how the test model server imitates real endpoints\n`;
}

export function renderPage({ title, intro, sections }: Page, examples: ReadonlyMap<string, string>): string {
  const missing: string[] = [];
  const parts = sections.map((section) => renderSection(section));
  if (missing.length > 0) throw new Error(missing.join('\n'));
  const contents = sections.map(({ name }) => `[${name}](#${toAnchor(name)})`).join(' · ');
  return [`# ${title}`, intro, contents, ...parts].join('\n\n') + '\n';

  function renderSection(section: Section): string {
    return [
      `## ${section.name}`,
      section.text,
      ...section.options.map((option) => renderOption(section, option)),
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  }

  function renderOption({ name: owner, exampleKeys = [owner], isGiven }: Section, option: Option): string {
    const code = exampleKeys
      .map((key) => examples.get(`${key}.${option.name}`))
      .find((found) => found !== undefined);
    if (code === undefined) missing.push(`${owner}.${option.name} has no example`);
    if (option.text === '') missing.push(`${owner}.${option.name} has no text`);
    const { fallback, text } = splitDefault(option);
    const need = option.isRequired ? 'required' : 'optional';
    const facts = [
      `\`${option.type}\``,
      isGiven === true ? undefined : fallback === undefined ? need : `default: ${fallback}`,
      findUnit(option),
    ];
    return [
      `### \`${option.name}\``,
      facts.filter((fact) => fact !== undefined).join(' · '),
      text,
      `\`\`\`ts\n${code ?? ''}\n\`\`\``,
    ]
      .filter((part) => part !== '')
      .join('\n\n');
  }
}

function toAnchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}
