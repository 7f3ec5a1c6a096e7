import { statisticsMessages } from "#domain/messages/statistics.ts";
import { SwitchCard } from "#web/components/switch-card.tsx";
import { api } from "#web/lib/auth.ts";

/** The switch of a dealer's monthly mail, also to turn it on again after unsubscribing by the mail's link. */
export function MonthlyMailCard() {
  return (
    <SwitchCard
      id="monthly-mail"
      text={statisticsMessages.monthlyMail}
      queryKey={["dealer", "report-mails"]}
      read={() => api("GET /api/dealer/report-mails")}
      write={(enabled) => api("PUT /api/dealer/report-mails", { body: { enabled } })}
      headingSize="text-xl"
    />
  );
}
