import { useState } from "react";
import { Badge, type BadgeTone } from "#web/components/badge.tsx";
import { Button } from "#web/components/button.tsx";
import { Chip, ChipLink } from "#web/components/chip.tsx";
import { Pagination } from "#web/components/pagination.tsx";
import { Photo } from "#web/components/photo.tsx";
import { EmptyState, ErrorState, Loading, Skeleton } from "#web/components/states.tsx";
import { Table, Td, Th } from "#web/components/table.tsx";
import { Tabs } from "#web/components/tabs.tsx";
import { Section } from "./section.tsx";

const tones: readonly BadgeTone[] = ["neutral", "blue", "green", "red", "gold", "on-photo"];
const tabs = [
  { value: "all", label: "Të gjitha", count: 12 },
  { value: "active", label: "Aktive", count: 9 },
  { value: "sold", label: "Të shitura", count: 3 },
] as const;

export function ContentSamples() {
  const [tab, setTab] = useState<"all" | "active" | "sold">("all");
  const [page, setPage] = useState(5);
  return (
    <>
      <Section title="Shenjat dhe filtrat e zgjedhur">
        <div className="flex flex-wrap items-center gap-2">
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone === "gold" ? "E rekomanduar" : "SUV"}
            </Badge>
          ))}
        </div>
        <div className="mt-4 flex flex-wrap gap-2">
          <Chip label="BMW" onRemove={() => setPage(1)} />
          <ChipLink label="Çmimi deri në 12.500 €" to="?" />
        </div>
      </Section>
      <Section title="Skedat, tabela, faqet">
        <Tabs label="Veturat e mia" tabs={tabs} value={tab} onChange={setTab}>
          <Table label="Veturat">
            <thead>
              <tr>
                <Th>Vetura</Th>
                <Th>Çmimi</Th>
                <Th>Statusi</Th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <Td>BMW 320d, 2016 • 150.000 km • Diesel</Td>
                <Td className="tabular-nums">12.500 €</Td>
                <Td>
                  <Badge tone="green">AKTIV</Badge>
                </Td>
              </tr>
              <tr>
                <Td>Škoda Octavia, 2019 • 98.000 km • Diesel</Td>
                <Td className="tabular-nums">14.900 €</Td>
                <Td>
                  <Badge>SHITUR</Badge>
                </Td>
              </tr>
            </tbody>
          </Table>
        </Tabs>
        <div className="mt-6">
          <Pagination page={page} pages={12} href={(number) => `?page=${number}`} />
        </div>
      </Section>
      <Section title="Fotot">
        <div className="grid grid-cols-2 gap-4 md:grid-cols-4">
          <Photo src={undefined} alt="" sizes="20rem" className="aspect-4/3 rounded-lg" />
          <Photo
            src="/icon.svg"
            alt="Vend i pritjes"
            thumbhash="3OcRJYB4d3h/iIeHeEh3eIhw+j2w"
            sizes="20rem"
            className="aspect-4/3 rounded-lg"
          />
          <Skeleton className="aspect-4/3 rounded-lg" />
          <div className="grid content-start gap-2">
            <Skeleton className="h-6 w-1/2" />
            <Skeleton className="h-4" />
            <Skeleton className="h-4 w-3/4" />
          </div>
        </div>
      </Section>
      <Section title="Gjendjet">
        <div className="grid gap-4 md:grid-cols-3">
          <div className="rounded-lg border border-line">
            <EmptyState title="Nuk u gjetën vetura" text="Provoni me më pak filtra.">
              <Button variant="secondary">Pastro filtrat</Button>
            </EmptyState>
          </div>
          <div className="rounded-lg border border-line">
            <ErrorState title="Gabim në kërkimin e veturave" onRetry={() => setPage(1)} />
          </div>
          <div className="rounded-lg border border-line">
            <Loading />
          </div>
        </div>
      </Section>
    </>
  );
}
