import { memo, useEffect, useMemo, useState, type ComponentProps } from 'react';
import ReactMarkdown, { defaultUrlTransform } from 'react-markdown';
import { withoutKey } from '../api/key.js';
import { STRINGS } from '../strings.js';
import { CodeBlock } from './code-block.js';
import type { Formulas } from './formulas.js';
import { readGfm } from '../parts/gfm.js';
import { markAnchors, type Anchor } from './mark-anchors.js';
import { hasFormula, withDollars } from './formula-marks.js';

const PLUGINS = [readGfm];
/** A link in a text must not offer a studio key. */
const toAddress = (address: string): string => withoutKey(defaultUrlTransform(address));
const COMPONENTS = { a: Link, img: Picture, pre: CodeBlock, table: Table };

/**
 * Renders no HTML and no images, whose addresses would reveal the reader. Formulas are text until their code loads.
 * `anchors` is a JSON list of `Anchor`.
 */
export const Markdown = memo(function Markdown({ text, anchors = '[]' }: { text: string; anchors?: string }) {
  const formulas = useFormulas(hasFormula(text));
  const marks = useMemo(() => markAnchors(JSON.parse(anchors) as Anchor[]), [anchors]);
  return (
    <div className="markdown">
      <ReactMarkdown
        remarkPlugins={formulas ? [...PLUGINS, ...formulas.remarkPlugins] : PLUGINS}
        rehypePlugins={[marks, ...(formulas?.rehypePlugins ?? [])]}
        components={COMPONENTS}
        urlTransform={toAddress}
      >
        {formulas ? withDollars(text) : text}
      </ReactMarkdown>
    </div>
  );
});

const UNSPOKEN = ['a', 'img', 'input', 'pre'];

/** For a region that only screen readers see: it has no links, nor code blocks, which the Tab key would reach. */
export function SpokenMarkdown({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={PLUGINS} disallowedElements={UNSPOKEN} unwrapDisallowed>
      {text}
    </ReactMarkdown>
  );
}

let loaded: Formulas | undefined;

function useFormulas(isNeeded: boolean): Formulas | undefined {
  const [formulas, setFormulas] = useState(loaded);
  useEffect(() => {
    if (!isNeeded || formulas) return;
    import('./formulas.js').then(
      ({ FORMULAS }) => setFormulas((loaded = FORMULAS)),
      () => undefined,
    );
  }, [isNeeded, formulas]);
  return isNeeded ? formulas : undefined;
}

function Link({ href, children, className, ...rest }: ComponentProps<'a'> & { 'data-count'?: string }) {
  if (className === 'anchored')
    return (
      <a href={href} className={className} data-count={rest['data-count']}>
        {children}
      </a>
    );
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}

function Table({ children }: ComponentProps<'table'>) {
  return <table tabIndex={0}>{children}</table>;
}

function Picture({ src, alt }: ComponentProps<'img'>) {
  const address = typeof src === 'string' ? src : '';
  return (
    <a href={address} target="_blank" rel="noreferrer noopener">
      {alt === undefined || alt === '' ? STRINGS.chat.picture(address) : alt}
    </a>
  );
}
