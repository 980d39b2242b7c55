import { memo, useRef, useState, type ComponentProps } from 'react';
import ReactMarkdown, { defaultUrlTransform } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { withoutKey } from '../api/key.js';
import { STRINGS } from '../strings.js';

const PLUGINS = [remarkGfm];
/** A link of a text may not offer a key of the studio. */
const toAddress = (address: string): string => withoutKey(defaultUrlTransform(address));
const COMPONENTS = { a: Link, img: Picture, pre: Code };

/** A text as Markdown. HTML in it stays text, and nothing is loaded for it: a picture's address would tell who reads. */
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

/** Code with a button that copies it. */
function Code({ children }: ComponentProps<'pre'>) {
  const ref = useRef<HTMLPreElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    if (ref.current !== null) setIsCopied(await copyText(ref.current));
  };
  return (
    <div className="code">
      <button type="button" onClick={() => void copy()}>
        {isCopied ? STRINGS.chat.copied : STRINGS.chat.copy}
      </button>
      <pre ref={ref} tabIndex={0}>
        {children}
      </pre>
    </div>
  );
}

/** Copies what an element says. Browsers have the clipboard for pages of https and of this machine alone; a selection is copied everywhere. */
async function copyText(element: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(element.innerText);
    return true;
  } catch {
    getSelection()?.selectAllChildren(element);
    return document.execCommand('copy');
  }
}
