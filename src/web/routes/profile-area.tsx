import { Outlet } from "react-router";
import { profileMessages } from "#domain/messages/profile.ts";
import { AreaFrame } from "#web/components/area-nav.tsx";
import { SignedInPage } from "#web/features/shell/signed-in-page.tsx";

const text = profileMessages.area;
const groups = [
  {
    items: [
      { to: "/profile", label: text.data },
      { to: "/profile/security", label: text.security },
      { to: "/profile/notifications", label: text.notifications },
      { to: "/profile/privacy", label: text.privacy },
    ],
  },
];

export default function Area() {
  return (
    <SignedInPage>
      {(user) => (
        <AreaFrame label={text.label} groups={groups}>
          <Outlet context={user} />
        </AreaFrame>
      )}
    </SignedInPage>
  );
}
