import { usePageTitle } from "#web/lib/use-page-title.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { FailedRead } from "#web/ui/failed-read.tsx";
import { PageBody } from "#web/ui/page-body.tsx";
import { PageHeading } from "#web/ui/page-heading.tsx";
import { Loading } from "#web/ui/skeleton.tsx";
import { newestFirst } from "./notification-history.ts";
import { NotificationList, NotificationListLoading } from "./notification-list.tsx";
import { useNotifications } from "./use-notifications.ts";

/** /notifications */
export function NotificationsPage() {
  usePageTitle("Notifications");
  return (
    <PageBody>
      <PageHeading>Notifications</PageHeading>
      <div className="max-w-4xl">
        <AllNotifications />
      </div>
    </PageBody>
  );
}

function AllNotifications() {
  const { data, error, mutate } = useNotifications();
  if (error && !data) {
    return (
      <FailedRead error={error} onRetry={() => void mutate()}>
        We were unable to fetch your notifications.
      </FailedRead>
    );
  }
  if (!data) {
    return (
      <Card>
        <Loading label="Loading notifications">
          <NotificationListLoading count={6} />
        </Loading>
      </Card>
    );
  }
  if (data.length === 0) {
    return (
      <Card>
        <EmptyState title="No notifications yet">
          When a document is shared with you, accepted or ready to download, it says so here.
        </EmptyState>
      </Card>
    );
  }
  return (
    <Card className="overflow-hidden">
      <NotificationList notifications={newestFirst(data)} />
    </Card>
  );
}
