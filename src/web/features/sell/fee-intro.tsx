import { useQuery } from "@tanstack/react-query";
import type { User } from "#contract/accounts.ts";
import { formatDollars } from "#domain/format/format.ts";
import { sellMessages as text } from "#domain/messages/sell.ts";
import { api } from "#web/lib/auth.ts";
import { useTerms } from "#web/lib/site.ts";
import { feeSentence } from "./fee-sentence.ts";

/**
 * Instructions on /add-car with the price. Reserves its space while the price loads,
 * so that the form does not move.
 */
export function FeeIntro({ user }: { user: User }) {
  const { fees } = useTerms();
  const longest = text.feeNext(formatDollars(fees.listing));
  const status = useQuery({
    queryKey: ["me", "status"],
    queryFn: ({ signal }) => api("GET /api/me/status", {}, { signal }),
  });
  const sentence = feeSentence(status.data, user.isDealer);
  return (
    <>
      {text.introAdd}
      <span className="grid *:[grid-area:1/1]">
        {sentence !== longest && (
          <span aria-hidden="true" className="invisible">
            {longest}
          </span>
        )}
        <span data-testid="fee">{sentence}</span>
      </span>
    </>
  );
}
