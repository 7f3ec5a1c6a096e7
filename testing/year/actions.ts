import type { ActionName } from "./action-list.ts";
import { accountActions } from "./act-as-account.ts";
import { adminActions } from "./act-as-admin.ts";
import { dealerActions } from "./act-as-dealer.ts";
import { programActions } from "./act-as-program.ts";
import { providerActions } from "./act-as-provider.ts";
import { sellerActions } from "./act-as-seller.ts";
import { visitorActions } from "./act-as-visitor.ts";
import { deskActions } from "./act-at-desk.ts";
import { concurrentActions } from "./act-concurrently.ts";
import { reviewActions } from "./act-at-review.ts";
import { vinActions } from "./act-on-vins.ts";
import type { Step } from "./story.ts";
import type { World } from "./world.ts";

/** Does what its name says, if possible now, and notes in the model what must be true afterwards. */
export type Action = (world: World, step: Step) => Promise<void>;

/** Every action by name. */
export const actions: Record<ActionName, Action> = {
  ...visitorActions,
  ...accountActions,
  ...sellerActions,
  ...vinActions,
  ...dealerActions,
  ...programActions,
  ...adminActions,
  ...deskActions,
  ...reviewActions,
  ...providerActions,
  ...concurrentActions,
};
