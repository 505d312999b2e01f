import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

export function PermissionsLoading() {
  return (
    <Loading label="Loading permissions">
      <Skeleton className="mb-6 h-9 w-96 max-w-full" />
      <Skeleton className="h-72 w-full rounded-lg" />
    </Loading>
  );
}
