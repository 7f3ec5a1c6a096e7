import { accountPageMessages as text } from "#domain/messages/account-pages.ts";
import { ForgotPasswordForm } from "#web/features/account/forgot-password-form.tsx";
import { namedPageMeta } from "#web/lib/page-meta.ts";

export const meta = namedPageMeta({
  title: text.forgotTitle,
  description: text.forgotIntro,
  path: "/forgot-password",
  index: false,
});

export default function Page() {
  return <ForgotPasswordForm />;
}
