import type { FileUIPart } from 'ai';
import { Download, FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { loadBlob } from '../api/request.js';
import { showToast } from '../parts/toast.js';
import { STRINGS } from '../strings.js';

export function FileView({ part }: { part: FileUIPart }) {
  const { mediaType, filename = mediaType } = part;
  const isImage = mediaType.startsWith('image/');
  const address = useAddress(part, isImage);
  const download = (): void => {
    void toAddress(part).then(
      (url) => save(url, filename),
      (error: unknown) => showToast((error as Error).message, { isError: true }),
    );
  };
  const { url } = part;
  if (!isOwn(url)) return <Name name={filename} />;
  return (
    <button
      type="button"
      className="file group/file relative w-fit max-w-full rounded-md text-left text-sm"
      aria-label={STRINGS.chat.download(filename)}
      title={STRINGS.chat.download(filename)}
      onClick={download}
    >
      {isImage && address !== undefined ? (
        <img src={address} alt={filename} className="max-h-96 max-w-[min(100%,24rem)] rounded-lg" />
      ) : (
        <span className="flex items-center gap-1.5 rounded-md border border-line bg-ground px-2 py-1 group-hover/file:border-line-strong">
          <FileText size={15} aria-hidden="true" className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">{filename}</span>
          <Download size={13} aria-hidden="true" className="shrink-0 text-faint" />
        </span>
      )}
    </button>
  );
}

function Name({ name }: { name: string }) {
  return (
    <p className="file flex items-center gap-1.5 text-sm">
      <FileText size={15} aria-hidden="true" /> {name}
    </p>
  );
}

/** An `img` element would not send the page's key. */
function useAddress(part: FileUIPart, isWanted: boolean): string | undefined {
  const [address, setAddress] = useState<string>();
  const { url } = part;
  useEffect(() => {
    if (!isWanted || !isOwn(url)) return undefined;
    let made: string | undefined;
    let isShown = true;
    toAddress(part).then(
      (loaded) => {
        made = loaded;
        if (isShown) setAddress(loaded);
        else release(loaded);
      },
      // The image can still be downloaded.
      () => undefined,
    );
    return () => {
      isShown = false;
      if (made !== undefined) release(made);
    };
  }, [url, isWanted]);
  return address;
}

function isOwn(url: string): boolean {
  return url.startsWith('data:') || url.startsWith('/api/');
}

async function toAddress({ url }: FileUIPart): Promise<string> {
  return url.startsWith('data:') ? url : URL.createObjectURL(await loadBlob(url));
}

function release(address: string): void {
  if (address.startsWith('blob:')) URL.revokeObjectURL(address);
}

function save(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address after the click.
  setTimeout(() => release(address), 60_000);
}
