import { hasDealerAccess } from "#domain/accounts/dealer-access.ts";
import { profileMessages } from "#domain/messages/profile.ts";
import { KeysNote } from "#web/features/dealer/keys-note.tsx";
import { SessionsCard } from "#web/features/profile/sessions-card.tsx";
import { TotpCard } from "#web/features/profile/totp-card.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useSignedIn } from "#web/lib/signed-in.ts";

const { security: title } = profileMessages.area;

export const meta = privatePageMeta(title);

export default function Page() {
  const user = useSignedIn();
  return (
    <div className="flex flex-col gap-6 lg:max-w-3xl">
      <h1 className="text-3xl">{title}</h1>
      <SessionsCard note={hasDealerAccess(user) && <KeysNote />} />
      <TotpCard user={user} />
    </div>
  );
}
