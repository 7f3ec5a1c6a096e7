import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { profileMessages } from "#domain/messages/profile.ts";
import { PrivacyCard } from "#web/features/profile/privacy-card.tsx";
import { removeDraftsOf } from "#web/features/sell/draft.ts";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useSignedIn } from "#web/lib/signed-in.ts";

const { privacy: title } = profileMessages.area;

export const meta = privatePageMeta(title);

export default function Page() {
  const user = useSignedIn();
  return (
    <div className="flex flex-col gap-6 lg:max-w-3xl">
      <h1 className="text-3xl">{title}</h1>
      <PrivacyCard isDealer={hasDealerAccess(user)} onDeleted={() => removeDraftsOf(user.id)} />
    </div>
  );
}
