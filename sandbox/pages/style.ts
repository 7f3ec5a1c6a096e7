/** The only style sheet of the hosted pages, with system fonts, so that nothing else is fetched. */
export const style = `
:root { --ink: #14171f; --soft: #5b6472; --line: #d9dee6; --blue: #244aa5; --paper: #fff; --wash: #f4f6f9; --red: #b3261e; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; color: var(--ink); background: var(--wash); }
a { color: var(--blue); }
:focus-visible { outline: 3px solid #7c9be6; outline-offset: 2px; }
.test-mode { margin: 0; padding: 8px 16px; background: #fff3d1; border-bottom: 1px solid #e5c877; text-align: center; font-size: 14px; color: #4d3a00; }
main { max-width: 960px; margin: 0 auto; padding: 24px 16px 48px; }
h1 { font-size: 20px; margin: 0 0 8px; } h2 { font-size: 15px; margin: 0 0 8px; }
.back { display: inline-flex; align-items: center; min-height: 44px; text-decoration: none; }
.amount { font-size: 36px; font-weight: 700; margin: 0 0 16px; font-variant-numeric: tabular-nums; }
.amount small { font-size: 16px; font-weight: 400; color: var(--soft); }
.items { list-style: none; margin: 0; padding: 0; }
.items li, .total { display: flex; justify-content: space-between; gap: 16px; padding: 10px 0; border-top: 1px solid var(--line); margin: 0; }
.items span:last-child, .total strong { white-space: nowrap; font-variant-numeric: tabular-nums; }
form.card, .notice, .panel { background: var(--paper); border: 1px solid var(--line); border-radius: 16px; padding: 20px 16px; margin-top: 24px; }
fieldset { border: 0; padding: 0; margin: 0; min-width: 0; } legend { font-weight: 600; padding: 0; margin-bottom: 8px; }
.field { margin-bottom: 16px; } label { display: block; font-size: 14px; margin-bottom: 4px; color: var(--soft); }
input { width: 100%; min-height: 48px; padding: 10px 12px; font: inherit; color: inherit; background: var(--paper); border: 1px solid #8a93a1; border-radius: 10px; font-variant-numeric: tabular-nums; }
input[readonly] { background: var(--wash); border-color: var(--line); } input::placeholder { color: #6d7683; }
input[aria-invalid] { border-color: var(--red); box-shadow: 0 0 0 1px var(--red); }
.problem, .alert { color: var(--red); } .problem { font-size: 14px; margin: 4px 0 0; }
.alert { background: #fdeceb; border: 1px solid #f0b9b5; border-radius: 10px; padding: 10px 12px; margin: 0 0 16px; }
.done { background: #e8f5ec; border: 1px solid #a9d5b7; color: #14532d; border-radius: 10px; padding: 10px 12px; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; align-items: end; }
.button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 52px; padding: 8px 16px; font: inherit; font-weight: 600; text-decoration: none; color: #fff; background: var(--blue); border: 0; border-radius: 12px; cursor: pointer; }
.button:hover { background: #1b3a86; }
.button.plain { color: var(--ink); background: var(--paper); border: 1px solid #8a93a1; } .button.plain:hover { background: var(--wash); }
.small { font-size: 14px; color: var(--soft); }
.test-cards { margin-top: 24px; padding: 16px; border: 1px dashed #c9a94f; border-radius: 12px; background: #fffaf0; }
.test-cards dl { margin: 0; } .test-cards dl div { padding: 4px 0; }
.test-cards dt { font-family: ui-monospace, monospace; } .test-cards dd { margin: 0; font-size: 14px; color: var(--soft); }
.test-cards p { margin: 8px 0 0; }
.notice { max-width: 480px; margin-top: 48px; }
.panels { max-width: 720px; } .panel h2 { font-size: 17px; } .panel form { margin-top: 12px; }
.rows { width: 100%; border-collapse: collapse; } .rows th, .rows td { text-align: left; padding: 10px 8px 10px 0; border-top: 1px solid var(--line); vertical-align: top; } .rows th { font-size: 14px; color: var(--soft); font-weight: 500; border-top: 0; }
.invoices td:last-child { padding-right: 0; }
/* On a phone: when and how much above, whether paid and where to read it below. */
@media (max-width: 480px) { .invoices, .invoices tbody { display: block; } .invoices tr { display: grid; grid-template-columns: 1fr auto auto; gap: 4px 16px; padding: 10px 0; border-top: 1px solid var(--line); } .invoices td { padding: 0; border: 0; } .invoices td:nth-child(2) { grid-column: span 2; text-align: right; } .invoices td:nth-child(3) { color: var(--soft); } }
.rows a { display: inline-block; min-height: 24px; } .number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.fact { display: flex; gap: 16px; padding: 4px 0; } .fact dt { min-width: 110px; color: var(--soft); } .fact dd { margin: 0; overflow-wrap: anywhere; }
.badge { display: inline-block; padding: 2px 10px; border-radius: 99px; font-size: 14px; background: var(--wash); border: 1px solid var(--line); }
.scroll { overflow-x: auto; }
@media (min-width: 800px) {
  .checkout { display: grid; grid-template-columns: 1fr 1fr; gap: 48px; align-items: start; }
  form.card { margin-top: 0; padding: 28px; }
}
`;
