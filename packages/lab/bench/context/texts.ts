import { createRandom, pick, pickFrequent, type Random } from './random.js';
import { CHINESE_WORDS, RARE_WORDS, SENTENCES, STEMS } from './vocabulary.js';

export type TextMaker = (characters: number, seed: number) => string;

export const prose: TextMaker = repeated((random) => {
  const words = pick(random, SENTENCES)
    .split(' ')
    .map((word) => {
      if (random() > 1 / 8) return word;
      return random() < 0.1 ? String(Math.floor(random() * 10_000)) : pickFrequent(random, RARE_WORDS);
    });
  return words.join(' ') + (random() < 0.15 ? '\n\n' : ' ');
});

export const sourceCode: TextMaker = repeated((random) => {
  const [name, input, field, other] = [camel(random), camel(random), camel(random), camel(random)];
  return [
    `/** Returns the ${pick(random, RARE_WORDS)} of the ${field}, or undefined. */`,
    `export function ${name}(${input}: readonly ${capital(field)}[], options: { ${other}?: number } = {}): string | undefined {`,
    `  const { ${other} = ${Math.floor(random() * 1_000)} } = options;`,
    `  for (const [index, item] of ${input}.entries()) {`,
    `    if (item.${field} === null || index >= ${other}) continue; // ${pick(random, RARE_WORDS)} comes first`,
    `    const ${field} = await this.${camel(random)}(item.${field} ?? '${pick(random, RARE_WORDS)}-${Math.floor(random() * 99)}');`,
    `    return \`\${${field}.id}/\${item['${camel(random)}']}\`;`,
    '  }',
    '}\n\n',
  ].join('\n');
});

export const json: TextMaker = (characters, seed) => {
  const records = repeated((random) => {
    const [first, last] = [pick(random, RARE_WORDS), pickFrequent(random, RARE_WORDS)];
    const record = {
      id: `ord_${Math.floor(random() * 2 ** 32).toString(16)}`,
      customer: { name: `${capital(first)} ${capital(last)}`, email: `${first}.${last}@example.com` },
      amount: Math.round(random() * 1_000_000) / 100,
      placedAt: new Date(1.7e12 + Math.floor(random() * 5e10)).toISOString(),
      tags: [pickFrequent(random, RARE_WORDS), 'priority'],
      shipped: random() < 0.5,
      note: random() < 0.3 ? pick(random, SENTENCES) : null,
    };
    return `${JSON.stringify(record)},`;
  });
  return `[${records(characters, seed).slice(0, -1)}]`;
};

export const chinese: TextMaker = repeated((random) => {
  const length = 3 + Math.floor(random() * 6);
  const words = Array.from({ length }, () => pickFrequent(random, CHINESE_WORDS));
  const number = random() < 0.05 ? String(Math.floor(random() * 10_000)) : '';
  return words.join('') + number + pick(random, ['，', '，', '。', '。', '？', '：', '。\n']);
});

export const unbrokenRun: TextMaker = (characters, seed) =>
  String.fromCharCode(0x61 + (seed % 26)).repeat(characters);

function repeated(next: (random: Random) => string): TextMaker {
  return (characters, seed) => {
    const random = createRandom(seed);
    const parts: string[] = [];
    for (let length = 0; length < characters;) length += parts[parts.push(next(random)) - 1]!.length;
    return parts.join('');
  };
}

function camel(random: Random): string {
  return pickFrequent(random, STEMS) + capital(pickFrequent(random, STEMS));
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
