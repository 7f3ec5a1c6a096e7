import { profileMessages } from "#domain/messages/profile.ts";
import { ProfilePage } from "#web/features/profile/profile-page.tsx";
import { FollowedList } from "#web/features/saved-searches/followed-list.tsx";
import { SavedList } from "#web/features/saved-searches/saved-list.tsx";
import { removeDraftsOf } from "#web/features/sell/draft.ts";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { MonthlyMailCard } from "#web/features/statistics/monthly-mail-card.tsx";
import { useAuth } from "#web/lib/auth.ts";
import { QueryProvider } from "#web/lib/query.tsx";
import type { Route } from "./+types/profile";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(profileMessages.title, matches);
}

export default function Page() {
  const { user } = useAuth();
  return (
    <RequireUser>
      <QueryProvider>
        {user !== null && (
          <ProfilePage
            user={user}
            onDeleted={() => removeDraftsOf(user.id)}
            saved={
              <>
                <SavedList />
                <FollowedList />
                {user.isDealer && <MonthlyMailCard />}
              </>
            }
          />
        )}
      </QueryProvider>
    </RequireUser>
  );
}
