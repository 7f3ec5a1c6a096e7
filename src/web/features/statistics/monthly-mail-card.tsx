import { statisticsMessages } from "#domain/messages/statistics.ts";
import { SwitchCard } from "#web/components/switch-card.tsx";
import { api } from "#web/lib/auth.ts";

/** The profile's switch of a dealer's monthly mail: the way back for who has ended it by its own link. */
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
