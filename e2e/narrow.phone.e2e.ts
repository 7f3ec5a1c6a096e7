import { test } from "./fixtures.ts";
import { stateNamed } from "./states.ts";
import { expectNoTruncatedLabels } from "./truncated-labels.ts";

// The narrowest current phones. `npm run test:full` checks every state at this width.
test.use({ viewport: { width: 360, height: 740 } });

const looked = [
  "home full",
  "home dealer-prices",
  "search full",
  "search chosen",
  "search empty",
  "search filters",
  "car full",
  "car own",
  "dealer full",
  "favorites full",
  "my-publishings full",
  "my-publishings chosen",
  "add-car filled",
  "pricing to-pay",
  "payments full",
  "autosallon-dashboard subscribed",
  "autosallon-dashboard dealer",
  "admin overview",
  "admin users",
  "admin cars",
  "admin payments",
  "admin invoices",
  "admin coupons",
];

for (const { screen, state, open } of looked.map(stateNamed)) {
  test(`at 360 pixels no button of ${screen} (${state}) breaks or cuts its words`, async ({ page }) => {
    await open(page);
    await expectNoTruncatedLabels(page);
  });
}
