import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

/** A tooltip does not give an accessible name, so the element needs one. */
export function Tip({
  label,
  side = 'bottom',
  children,
}: {
  label: string;
  side?: 'bottom' | 'right';
  children: ReactElement;
}) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner side={side} sideOffset={6} className="pointer-events-none z-50">
          <Tooltip.Popup className="rounded-md bg-ink px-2 py-1 text-xs text-ground shadow-pop">
            {label}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
