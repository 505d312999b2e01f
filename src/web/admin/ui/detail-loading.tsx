import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

/** The places of a record's heading, of its form and of the cards beside it, whose height is a class such as "h-80". */
export function DetailLoading({ label, beside }: { label: string; beside: string }) {
  return (
    <Loading label={label} isScreen>
      <Skeleton className="mb-2 h-4 w-40" />
      <Skeleton className="mb-6 h-9 w-80 max-w-full" />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-10">
        <Skeleton className="h-72 w-full rounded-lg" />
        <Skeleton className={`${beside} w-full rounded-lg`} />
      </div>
    </Loading>
  );
}
