import { useState } from "react";
import { homeMessages } from "#domain/messages/home.ts";
import { Tabs } from "#web/components/tabs.tsx";
import { DealerPricing } from "./dealer-pricing.tsx";
import { IndividualPricing } from "./individual-pricing.tsx";

const text = homeMessages.pricing;
const tabs = [
  { value: "individual", label: text.individual },
  { value: "dealer", label: text.dealer },
] as const;

/** The price of publishing, for individuals and for dealers (specification.md#fees). */
export function Pricing() {
  const [tab, setTab] = useState<"individual" | "dealer">("individual");
  return (
    <section aria-labelledby="pricing" data-below-fold className="page py-14">
      <h2 id="pricing" className="text-3xl">
        {text.heading}
      </h2>
      <p className="mt-2 text-ink-soft">{text.lead}</p>
      <Tabs label={text.tabs} tabs={tabs} value={tab} onChange={setTab} className="mt-6">
        {tab === "individual" ? <IndividualPricing /> : <DealerPricing />}
      </Tabs>
      {/* Without scripts the tabs do not switch: both panels are shown. */}
      {tab === "individual" && (
        <noscript>
          <div className="pt-10">
            <DealerPricing />
          </div>
        </noscript>
      )}
    </section>
  );
}
