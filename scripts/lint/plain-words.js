const WORDS = [
  { pattern: 'anew|once more', better: 'again' },
  { pattern: 'again and again', better: 'repeatedly' },
  { pattern: 'work(?:s|ed|ing)? off', better: 'process' },
  { pattern: 'for good', better: 'permanently' },
  { pattern: 'mend(?:s|ed|ing)?', better: 'fix' },
  { pattern: 'a slip|slip of the pen', better: 'a typo' },
  { pattern: 'as ever', better: 'as before' },
  { pattern: 'whose it is', better: 'owner' },
  { pattern: 'of ours', better: 'our …' },
  { pattern: 'to whom', better: 'owner' },
  { pattern: '(?:is|are|was|were) away', better: 'is unavailable' },
  { pattern: 'so many|as many as', better: 'N, up to N' },
  { pattern: 'less often', better: 'with backoff' },
  { pattern: 'the same one', better: 'idempotent, deduplicated' },
  { pattern: 'rightly', better: 'correctly' },
  { pattern: 'cancelling', better: 'canceling' },
];

/** Test titles use many of these, and prompts were measured with them. */
const OUR_WORDS = [
  { pattern: "of (?:its|their|our|your|his|her|one's) own", better: 'its own …' },
  { pattern: '(?:hang(?:s|ing)?|hung) (?:on|below|by|at|from)', better: 'is anchored to, is a child of' },
  { pattern: '(?:has|have) none|no such', better: 'is missing, does not exist' },
  { pattern: '(?:is|are|was|were|be|been|being) told', better: 'is shown, is notified' },
  { pattern: 'tells|(?<!`)says(?!`)', better: 'returns, shows, reports, includes' },
  { pattern: 'of theirs', better: 'their …' },
  { pattern: 'what (?:came|was said)', better: 'the message, the text' },
  { pattern: 'whatever|wherever', better: 'any …, regardless of' },
  { pattern: 'whoever', better: 'anyone who, the one who' },
  { pattern: 'left out|leaves? out|leaving out', better: 'omitted' },
  { pattern: '(?<!there )(?:is|are) no(?! longer\\b)(?! more\\b)', better: 'is not a …' },
  { pattern: 'goes on', better: 'continues' },
];

/** Names on the wire, refused only in Markdown and scripts. */
const WIRE_WORDS = [
  { pattern: 'cancelled', better: 'canceled' },
  { pattern: 'pictures?', better: 'image' },
];

const COMMON = compile(WORDS);
const CODE = compile([...WORDS, ...OUR_WORDS]);
const PROSE = compile([...WORDS, ...OUR_WORDS, ...WIRE_WORDS]);

/** Ignores names: strings without a space, and code in Markdown. `common` is for prompts and tests. */
export const plainWords = {
  meta: { type: 'suggestion', schema: [{ enum: ['common'] }] },
  create(context) {
    const { sourceCode, filename, options } = context;
    if (!/\.tsx?$/.test(filename))
      return { Program: () => check({ text: withoutCode(sourceCode.text), start: 0, words: PROSE }) };
    const words = options[0] === 'common' ? COMMON : CODE;
    return {
      Program() {
        for (const comment of sourceCode.getAllComments()) checkNode(comment);
      },
      Literal(node) {
        if (typeof node.value === 'string' && node.value.includes(' ')) checkNode(node);
      },
      TemplateElement: checkNode,
      JSXText: checkNode,
    };

    function checkNode(node) {
      check({ text: sourceCode.text.slice(...node.range), start: node.range[0], words });
    }

    function check({ text, start, words }) {
      for (const match of text.matchAll(words.pattern))
        context.report({
          loc: {
            start: sourceCode.getLocFromIndex(start + match.index),
            end: sourceCode.getLocFromIndex(start + match.index + match[0].length),
          },
          message: `Not '${match[0].replace(/\s+(?:(?:\*|\/\/)\s+)?/g, ' ')}', but: ${words.findBetter(match)}.`,
        });
    }
  },
};

export const proseParser = {
  meta: { name: 'threadline/prose' },
  parseForESLint(text) {
    const lines = text.split('\n');
    const end = { line: lines.length, column: lines.at(-1).length };
    const loc = { start: { line: 1, column: 0 }, end };
    return { ast: { type: 'Program', body: [], tokens: [], comments: [], range: [0, text.length], loc } };
  },
};

/** One pattern searches a file once. A phrase may span lines. */
function compile(words) {
  const source = words.map(
    ({ pattern }) => `(${pattern.replaceAll(' ', String.raw`(?:\s+(?:\*\s+|\/\/\s+)?)`)})`,
  );
  return {
    pattern: new RegExp(String.raw`\b(?:${source.join('|')})\b`, 'gi'),
    findBetter: (match) =>
      words[match.findIndex((group, index) => index > 0 && group !== undefined) - 1].better,
  };
}

function withoutCode(text) {
  return text.replace(/^```[\s\S]*?^```|`[^`]*`|\]\([^)]*\)|^\[[^\]]+\]: .*$|<!--[\s\S]*?-->/gm, (code) =>
    code.replace(/[^\n]/g, ' '),
  );
}
