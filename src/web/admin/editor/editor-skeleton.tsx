import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

/** Inert placeholders in the places of the editor's parts while it loads (EDIT-5). */
export function EditorSkeleton() {
  return (
    <Loading label="Loading the editor" className="editor-frame">
      <div className="flex h-13 items-center gap-4 border-line border-b px-4">
        <Skeleton className="h-5 w-48" />
        <Skeleton className="ml-auto h-8 w-32" />
      </div>
      <div className="flex min-h-0 flex-1">
        <div className="hidden w-64 space-y-3 border-line border-r p-4 lg:block">
          {["a", "b", "c", "d", "e", "f"].map((key) => (
            <Skeleton key={key} className="h-9 w-full" />
          ))}
        </div>
        <div className="flex-1 bg-sunken p-6">
          <div className="mx-auto h-full max-w-3xl space-y-6 rounded-lg border border-line bg-surface p-10">
            <Skeleton className="h-10 w-3/4" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-4 w-5/6" />
            <Skeleton className="h-40 w-full" />
          </div>
        </div>
        <div className="hidden w-72 space-y-4 border-line border-l p-4 lg:block">
          <Skeleton className="h-6 w-32" />
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      </div>
    </Loading>
  );
}
