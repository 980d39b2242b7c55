import { memo, useRef, useState, type ComponentProps } from 'react';
import ReactMarkdown, { defaultUrlTransform } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { withoutKey } from '../api/key.js';
import { Button } from '../parts/button.js';
import { STRINGS } from '../strings.js';

const PLUGINS = [remarkGfm];
/** A link in a text must not offer a studio key. */
const toAddress = (address: string): string => withoutKey(defaultUrlTransform(address));
const COMPONENTS = { a: Link, img: Picture, pre: Code };

/** Renders Markdown without HTML and without loading images, whose addresses would reveal the reader. */
export const Markdown = memo(function Markdown({ text }: { text: string }) {
  return (
    <div className="markdown">
      <ReactMarkdown remarkPlugins={PLUGINS} components={COMPONENTS} urlTransform={toAddress}>
        {text}
      </ReactMarkdown>
    </div>
  );
});

function Link({ href, children }: ComponentProps<'a'>) {
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  );
}

function Picture({ src, alt }: ComponentProps<'img'>) {
  const address = typeof src === 'string' ? src : '';
  return (
    <a href={address} target="_blank" rel="noreferrer noopener">
      {alt === undefined || alt === '' ? STRINGS.chat.picture(address) : alt}
    </a>
  );
}

function Code({ children }: ComponentProps<'pre'>) {
  const ref = useRef<HTMLPreElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    if (ref.current !== null) setIsCopied(await copyText(ref.current));
  };
  return (
    <div className="code group/code relative">
      <Button
        size="small"
        className="absolute top-1.5 right-1.5 opacity-0 group-hover/code:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-100"
        onClick={() => void copy()}
      >
        {isCopied ? STRINGS.chat.copied : STRINGS.chat.copy}
      </Button>
      <pre ref={ref} tabIndex={0}>
        {children}
      </pre>
    </div>
  );
}

/**
 * Copies an element's text. Browsers offer the clipboard only on https and localhost; copying a selection works
 * everywhere.
 */
async function copyText(element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element.innerText);
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    return document.execCommand('copy');
  }
}
