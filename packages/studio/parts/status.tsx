export function Status({ status, unknown = '' }: { status: string | undefined; unknown?: string }) {
  return (
    <span className="status" data-status={status}>
      {status ?? unknown}
    </span>
  );
}
