import { expect } from 'vitest';
import type { TrajectoryView } from '../../../trajectory/graph/trajectory-view.js';
import { toDot } from '../../../trajectory/render/to-dot.js';
import { toHtml } from '../../../trajectory/render/to-html.js';
import { toMermaid } from '../../../trajectory/render/to-mermaid.js';
import { edge, node } from '../../trajectory/render/views.js';
import { hostileArea } from '../hostile-area.js';

const MARKUP = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<ScRiPt src=//evil.test>',
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '<svg><script href="data:,alert(1)"/></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x>',
  '<math><mtext></mtext><script>alert(1)</script>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<style>@import "//evil.test"</style>',
  '<base href="//evil.test">',
  '<meta http-equiv=refresh content="0;url=//evil.test">',
  '<!-- --!><img src=x onerror=alert(1)>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '\u003c/script\u003e',
  '[x](javascript:alert(1))',
  '![x](//evil.test/pixel.png)',
  '[x]: data:text/html,<script>alert(1)</script>',
  '`<img src=x onerror=alert(1)>`',
  '<template><img src=x onerror=alert(1)></template>',
  '<form action=//evil.test><button>x',
  '<input autofocus onfocus=alert(1)>',
];

const DIAGRAMS = [
  'a"]; b["c',
  '"]\n  click n0 "javascript:alert(1)"',
  'end',
  'subgraph x',
  '%%{init: {"securityLevel": "loose"}}%%',
  'click n0 call alert(1)',
  'n0 --> n1',
  'classDef Query fill:#000',
  '\\" ] ; graph [label="x',
  '"; node [URL="javascript:alert(1)"]; "',
  '<b>html label</b>',
  '\\N\\G\\L',
  '}\ndigraph evil {',
  '// comment',
  '/* comment',
  'a;b;c|d{e}f(g)',
  '#34;]#59;',
  '```\nflowchart TB',
];

export const PAGES = [
  hostileArea({
    area: 'markup in the trajectory page',
    inputs: MARKUP,
    holds(text) {
      expect(tagsOf(htmlOf(text))).toBe(tagsOf(htmlOf('plain words')));
    },
  }),
  hostileArea({
    area: 'diagram labels',
    inputs: DIAGRAMS,
    holds(text) {
      for (const draw of [toMermaid, toDot]) {
        const drawn = (words: string) =>
          draw([
            { name: words, view: viewOf(words) },
            { name: 'agent', view: viewOf(words) },
          ]);
        const [hostile, plain] = [drawn(text), drawn('plain')];
        expect(hostile.split('\n').length).toBe(plain.split('\n').length);
        expect(quotesOf(hostile)).toBe(quotesOf(plain));
      }
    },
  }),
];

function viewOf(text: string): TrajectoryView {
  const query = node('Query', 'query00000', { attributes: { query: text } });
  const action = node('Action', text, { description: text, attributes: { action: text, output: text } });
  return {
    nodes: [query, action],
    edges: [edge(query, action, 'triggers')],
    pointers: [action.id],
    root: query.id,
  };
}

function htmlOf(text: string): string {
  const full = viewOf(text);
  return toHtml({ title: text, agents: [{ subAgent: text, view: full, rounds: [] }] });
}

function tagsOf(html: string): number {
  return html.split('<').length;
}

function quotesOf(drawing: string): number {
  return drawing.replaceAll(/\\./g, '').split('"').length;
}
