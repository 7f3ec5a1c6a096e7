import { ActionSamples } from "./action-samples.tsx";
import { ContentSamples } from "./content-samples.tsx";
import { FormSamples } from "./form-samples.tsx";
import { Section } from "./section.tsx";

/** For those who build the site: every part, every state, one page. The sample texts stand in for real ones. */
export function DesignGallery() {
  return (
    <div className="page py-10">
      <h1 className="text-3xl">Design</h1>
      <p className="mt-2 text-ink-soft">Ngjyrat, shkrimi dhe pjesët e ndërfaqes, në të gjitha gjendjet.</p>
      <Colours />
      <ActionSamples />
      <FormSamples />
      <ContentSamples />
    </div>
  );
}

const swatches = [
  ["bg-paper text-ink", "paper / ink"],
  ["bg-surface text-ink-soft", "surface / ink-soft"],
  ["bg-sunken text-ink-faint", "sunken / ink-faint"],
  ["bg-blue text-on-blue", "blue"],
  ["bg-blue-soft text-blue-text", "blue-soft"],
  ["bg-gold text-black", "gold"],
  ["bg-gold-soft text-gold-ink", "gold-soft"],
  ["bg-green-soft text-green", "green-soft"],
  ["bg-red-soft text-red", "red-soft"],
] as const;

function Colours() {
  return (
    <Section title="Ngjyrat dhe shkrimi">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
        {swatches.map(([look, name]) => (
          <div key={name} className={`rounded-lg border border-line p-4 text-sm font-medium ${look}`}>
            {name}
          </div>
        ))}
      </div>
      <p className="mt-6 text-3xl font-bold tracking-tight tabular-nums">12.500 € · 150.000 km</p>
      <p className="mt-1 text-lg">Škoda Octavia, Citroën C4 – çmimi, kilometrazha, ngjyra e zezë</p>
      <p className="mt-1 text-ink-soft">Veturë e mirëmbajtur, me librezë servisi dhe dy pronarë.</p>
      <p className="mt-1 text-sm text-ink-faint">Prishtinë, para 3 orësh</p>
    </Section>
  );
}
