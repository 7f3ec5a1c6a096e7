import { messages } from "#sandbox/messages.ts";
import { cardPage } from "#sandbox/pages/card-page.ts";
import { invoicePage } from "#sandbox/pages/invoice-page.ts";
import { notice } from "#sandbox/pages/layout.ts";
import { portalPage } from "#sandbox/pages/portal-page.ts";
import { style } from "#sandbox/pages/style.ts";
import type { Sandbox } from "#sandbox/sandbox.ts";
import type { Answer, Incoming } from "./answer.ts";
import { answerApi } from "./api.ts";
import type { Control } from "./control.ts";
import { answerControl } from "./control-routes.ts";
import type { StoredAnswers } from "./idempotency.ts";

/** Routes a request to the API, the control API or the hosted pages. */
export function dispatcher(
  sandbox: Sandbox,
  control: Control,
  answers: StoredAnswers,
): (incoming: Incoming) => Answer | Promise<Answer> {
  return (incoming) => {
    // Whatever fell due must have happened before the request sees it.
    control.catchUp();
    const [area, ...rest] = incoming.path.slice(1).split("/");
    if (area === "v1") return answerApi(sandbox, answers, incoming);
    if (area === "_sandbox") return answerControl(control, sandbox.secretKey, incoming);
    if (area === "healthz") return { status: 200, headers: { "content-type": "text/plain" }, body: "ok" };
    if (area === "style.css") return { status: 200, headers: { "content-type": "text/css" }, body: style };
    if (area === "c" && rest[0] === "pay" && (rest.length === 2 || rest[2] === "confirm"))
      return cardPage(sandbox, incoming, rest[1] ?? "", rest[2]);
    if (area === "p" && rest[0] === "session") return portalPage(sandbox, incoming, rest.slice(1));
    if (area === "i") return invoicePage(sandbox, incoming, rest);
    return notice(404, messages.notFound.title, messages.notFound.text);
  };
}
