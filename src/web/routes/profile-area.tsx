import { Outlet } from "react-router";
import { profileMessages } from "#domain/messages/profile.ts";
import { AreaFrame } from "#web/components/area-nav.tsx";
import { RequireUser } from "#web/features/shell/guards.tsx";
import { useAuth } from "#web/lib/auth.ts";
import { QueryProvider } from "#web/lib/query.tsx";

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
  const { user } = useAuth();
  return (
    <RequireUser>
      <QueryProvider>
        <AreaFrame label={text.label} groups={groups}>
          {user !== null && <Outlet context={user} />}
        </AreaFrame>
      </QueryProvider>
    </RequireUser>
  );
}
