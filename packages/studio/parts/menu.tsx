import { Menu as Base } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

const ITEM =
  'flex h-8 pointer-coarse:h-11 cursor-default items-center gap-2 rounded-sm px-2 text-sm text-ink no-underline outline-none select-none data-disabled:opacity-50 data-highlighted:bg-hover';

export function Menu({
  trigger,
  side = 'bottom',
  align = 'end',
  children,
}: {
  trigger: ReactElement;
  side?: 'bottom' | 'right' | 'top';
  align?: 'start' | 'end';
  children: ReactNode;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={4} className="z-50">
          <Base.Popup className="min-w-44 rounded-lg border border-line bg-overlay p-1 shadow-pop outline-none">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export function MenuItem({
  icon: Icon,
  children,
  onSelect,
  href,
  isDanger = false,
}: {
  icon?: LucideIcon;
  children: ReactNode;
  onSelect?: () => void;
  href?: string;
  isDanger?: boolean;
}) {
  const content = (
    <>
      {Icon ? <Icon size={15} className={isDanger ? '' : 'text-faint'} /> : null}
      {children}
    </>
  );
  const className = `${ITEM} ${isDanger ? 'text-bad' : ''}`;
  return href === undefined ? (
    <Base.Item className={className} onClick={onSelect}>
      {content}
    </Base.Item>
  ) : (
    <Base.LinkItem className={className} href={href} closeOnClick>
      {content}
    </Base.LinkItem>
  );
}

export function MenuChoice<T extends string>({
  name,
  value,
  choices,
  onChoose,
}: {
  name: string;
  value: T;
  choices: Readonly<Record<T, string>>;
  onChoose: (value: T) => void;
}) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-2 pb-1 text-xs text-faint">{name}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(chosen: T) => onChoose(chosen)}>
        {(Object.entries(choices) as [T, string][]).map(([choice, words]) => (
          <Base.RadioItem key={choice} value={choice} closeOnClick className={`${ITEM} justify-between`}>
            {words}
            <Base.RadioItemIndicator className="size-1.5 rounded-full bg-accent" />
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

export function MenuLine() {
  return <Base.Separator className="my-1 h-px bg-line" />;
}
