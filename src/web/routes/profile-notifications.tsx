import { profileMessages } from "#domain/messages/profile.ts";
import { FollowedList } from "#web/features/saved-searches/followed-list.tsx";
import { SavedList } from "#web/features/saved-searches/saved-list.tsx";
import { MonthlyMailCard } from "#web/features/statistics/monthly-mail-card.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useSignedIn } from "#web/lib/signed-in.ts";

const { notifications: title } = profileMessages.area;

export const meta = privatePageMeta(title);

export default function Page() {
  const user = useSignedIn();
  return (
    <div className="flex flex-col gap-6 lg:max-w-3xl">
      <h1 className="text-3xl">{title}</h1>
      <SavedList />
      <FollowedList />
      {user.isDealer && <MonthlyMailCard />}
    </div>
  );
}
