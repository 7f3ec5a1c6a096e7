import { Navigate, useLocation } from "react-router";
import { profileMessages } from "#domain/messages/profile.ts";
import { ProfilePage } from "#web/features/profile/profile-page.tsx";
import { privatePageMeta } from "#web/lib/page-meta.ts";
import { useSignedIn } from "#web/lib/signed-in.ts";

export const meta = privatePageMeta(profileMessages.title);

/** Sections that were on /profile, by the fragment that old mails and bookmarks contain. */
const moved: Readonly<Record<string, string>> = {
  "#saved-searches": "/profile/notifications",
  "#followed-cars": "/profile/notifications",
  "#monthly-mail": "/profile/notifications",
  "#sessions": "/profile/security",
  "#totp": "/profile/security",
  "#privacy": "/profile/privacy",
};

export default function Page() {
  const user = useSignedIn();
  const { hash } = useLocation();
  const path = moved[hash];
  return path === undefined ? <ProfilePage user={user} /> : <Navigate replace to={`${path}${hash}`} />;
}
