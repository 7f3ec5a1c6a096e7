import { clsx } from "clsx";
import type { AdminHealth } from "#contract/admin-watch.ts";
import { formatNumber } from "#domain/format/format.ts";
import { adminHealthMessages } from "#domain/messages/admin-health.ts";
import { adminPageMessages } from "#domain/messages/admin-pages.ts";
import { alarmsOf } from "#domain/operation/alarms.ts";
import { isBackupTooOld } from "#domain/operation/backup-age.ts";
import { isPublicAddress } from "#domain/operation/configuration.ts";
import { Button } from "#web/components/button.tsx";
import { Loading, Skeletons } from "#web/components/states.tsx";
import { toast } from "#web/components/toast.ts";
import { useAction } from "#web/components/use-action.ts";
import { FormError } from "#web/components/form-error.tsx";
import { api } from "#web/lib/auth.ts";
import { HealthCharts } from "./health-charts.tsx";
import { Loaded } from "#web/features/admin/parts/loaded.tsx";
import { formatMoment } from "#web/lib/moments.ts";
import { formatBytes } from "./sizes.ts";
import { useAdminQuery, useWrite } from "#web/features/admin/parts/use-admin.ts";
import { wholeItems } from "#web/lib/whole-items.ts";

const text = adminHealthMessages;
const refreshMs = 30_000;
/** Share of free disk space below which an operator must act. */
const minFree = 0.1;

interface Fact {
  readonly name: string;
  readonly value: string;
  /** Needs an operator's attention. */
  readonly trouble?: boolean;
}

function moment(value: string | null): string {
  return value === null ? text.none : formatMoment(value);
}

function uptime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return text.days(Math.floor(hours / 24), hours % 24);
  if (hours >= 1) return text.hours(hours, minutes % 60);
  return text.minutes(minutes);
}

/** Only for Stripe: the sandbox is part of the site. */
function providerFacts({ provider, webhookConfirmed }: AdminHealth["payments"]): Fact[] {
  if (provider === null) return [];
  const { reachable, https, endpoint } = provider;
  return [
    {
      name: text.provider,
      value: !https ? text.addressNotHttps : reachable ? text.providerReachable : text.providerAway,
      trouble: !https || !reachable,
    },
    {
      name: text.webhookEndpoint,
      value: endpoint === null ? text.endpointUnknown : text.endpoints[endpoint],
      trouble: endpoint !== null && endpoint !== "registered",
    },
    { name: text.webhookSecret, value: webhookConfirmed ? text.webhookConfirmed : text.webhookUnconfirmed },
  ];
}

function percent(share: number | null): string {
  return share === null ? text.none : text.fitPercent((share * 100).toFixed(1).replace(".", ","));
}

function priceFacts({
  fittedAt,
  listings,
  medianError,
  triedAt,
  outcome,
  triedError,
}: AdminHealth["prices"]): Fact[] {
  const isWorse = outcome === "worse";
  return [
    { name: text.fitted, value: moment(fittedAt) },
    { name: text.fitListings, value: listings === null ? text.none : formatNumber(listings) },
    { name: text.fitError, value: percent(medianError) },
    {
      name: text.lastFit,
      value:
        outcome === null
          ? text.none
          : `${moment(triedAt)}, ${text.fitOutcomes[outcome]}${isWorse ? ` (${percent(triedError)})` : ""}`,
      trouble: isWorse,
    },
  ];
}

function configurationFacts({ publicUrl, faults }: AdminHealth["configuration"]): Fact[] {
  return [
    { name: text.publicUrl, value: publicUrl },
    ...(faults.length === 0
      ? [{ name: text.faults, value: text.noFaults }]
      : faults.map((fault) => ({
          name: text.faults,
          value: text.configurationFaults[fault],
          trouble: true,
        }))),
  ];
}

function groupsOf(health: AdminHealth): { title: string; facts: Fact[] }[] {
  const { jobs, mails, payments, storage, search, versions, process } = health;
  return [
    {
      title: text.jobs,
      facts: [
        { name: text.waiting, value: formatNumber(jobs.waiting) },
        { name: text.oldestDue, value: moment(jobs.oldestDueAt) },
        { name: text.retrying, value: formatNumber(jobs.retrying) },
        { name: text.failedJobs, value: formatNumber(jobs.failed), trouble: jobs.failed > 0 },
      ],
    },
    {
      title: text.mails,
      facts: [
        {
          name: text.transport,
          value: text.transports[mails.transport],
          // Mails written to files reach nobody.
          trouble: mails.transport === "outbox" && isPublicAddress(health.configuration.publicUrl),
        },
        { name: text.mailsWaiting, value: formatNumber(mails.waiting) },
        { name: text.mailsFailed, value: formatNumber(mails.failed), trouble: mails.failed > 0 },
      ],
    },
    {
      title: text.payments,
      facts: [
        { name: text.mode, value: payments.testMode ? text.testMode : text.liveMode },
        ...providerFacts(payments),
        { name: text.openCheckouts, value: formatNumber(payments.open) },
        {
          name: text.unfulfilled,
          value: formatNumber(payments.unfulfilled),
          trouble: payments.unfulfilled > 0,
        },
        { name: text.oldestUnfulfilled, value: moment(payments.oldestUnfulfilledAt) },
        { name: text.disputes, value: formatNumber(payments.disputes), trouble: payments.disputes > 0 },
        { name: text.refundsDue, value: formatNumber(payments.refundsDue), trouble: payments.refundsDue > 0 },
        {
          name: text.invoicesDue,
          value: formatNumber(payments.invoicesDue),
          trouble: alarmsOf(health, 0).includes("invoices_waiting"),
        },
      ],
    },
    {
      title: text.storage,
      facts: [
        { name: text.database, value: formatBytes(storage.databaseBytes) },
        { name: text.photos, value: formatNumber(storage.photos) },
        {
          name: text.photoBytes,
          value: storage.photoBytes === null ? text.notMeasured : formatBytes(storage.photoBytes),
        },
        { name: text.photoStore, value: text.photoStores[storage.photoStore] },
        {
          name: text.disk,
          value: text.diskOf(formatBytes(storage.diskFreeBytes), formatBytes(storage.diskTotalBytes)),
          trouble: storage.diskFreeBytes < storage.diskTotalBytes * minFree,
        },
        {
          name: text.lastBackup,
          value: moment(storage.lastBackupAt),
          // No backup at all may be intended: the operator may back up elsewhere.
          trouble:
            storage.lastBackupAt !== null &&
            isBackupTooOld(new Date(storage.lastBackupAt), new Date(health.at)),
        },
      ],
    },
    { title: text.configuration, facts: configurationFacts(health.configuration) },
    { title: text.prices, facts: priceFacts(health.prices) },
    {
      title: text.review,
      facts: [{ name: text.openReviews, value: formatNumber(health.reviews.open) }],
    },
    {
      title: text.search,
      facts: [
        { name: text.indexed, value: formatNumber(search.cars) },
        {
          name: text.index,
          value: search.loaded ? text.indexReady : text.indexLoading,
          trouble: !search.loaded,
        },
        { name: text.feed, value: search.listening ? text.feedOn : text.feedOff, trouble: !search.listening },
      ],
    },
    {
      title: text.process,
      facts: [
        { name: text.uptime, value: uptime(process.uptimeSeconds) },
        { name: text.started, value: formatMoment(process.startedAt) },
        { name: text.memory, value: formatBytes(process.memoryBytes) },
        { name: text.site, value: versions.site },
        { name: text.node, value: versions.node },
        { name: text.postgres, value: versions.postgres },
        { name: text.migration, value: versions.migration },
      ],
    },
  ];
}

function Group({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className="min-w-0 rounded-lg border border-line p-4 sm:p-5">
      <h3 className="text-base">{title}</h3>
      <dl className="mt-2">
        {facts.map(({ name, value, trouble }) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <dt className="text-ink-soft">{name}</dt>
            <dd
              className={clsx(
                "ms-auto text-end font-medium wrap-anywhere tabular-nums",
                trouble === true && "font-bold text-red",
              )}
            >
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type TroubledJob = AdminHealth["jobs"]["troubled"][number];

function Job({ job }: { job: TroubledJob }) {
  const write = useWrite();
  const retry = useAction(async () => {
    await write(api("POST /api/admin/jobs/{id}/retry", { params: { id: job.id } }));
    toast.success(text.retried);
  }, text.retryFailed);

  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0 grow basis-72">
        <p className="font-medium wrap-anywhere">{job.task}</p>
        <p className="text-sm wrap-anywhere text-red">{job.error}</p>
        <p className="text-sm text-ink-soft tabular-nums">
          {wholeItems([
            `${text.attempts}: ${job.attempts}/${job.maxAttempts}`,
            `${text.nextTry}: ${job.nextTryAt === null ? text.neverAgain : formatMoment(job.nextTryAt)}`,
          ])}
        </p>
      </div>
      <Button
        variant="secondary"
        loading={retry.busy}
        aria-label={text.retryOf(job.task)}
        onClick={retry.run}
      >
        {text.retry}
      </Button>
    </li>
  );
}

function Health({ health }: { health: AdminHealth }) {
  const groups = groupsOf(health);
  const troubles = groups.flatMap(({ facts }) => facts).filter(({ trouble }) => trouble === true).length;
  return (
    <section aria-labelledby="health" className="flex flex-col gap-4">
      <div>
        <h2 id="health" className="text-xl">
          {text.heading}
        </h2>
        <p className="text-sm text-ink-soft tabular-nums">{text.checked(formatMoment(health.at))}</p>
      </div>
      {troubles === 0 ? (
        <p className="rounded-md bg-green-soft px-4 py-3 font-medium text-green">{text.good}</p>
      ) : (
        <FormError>{text.trouble(troubles)}</FormError>
      )}
      <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {groups.map((group) => (
          <Group key={group.title} {...group} />
        ))}
      </div>
      {health.jobs.troubled.length > 0 && (
        <div>
          <h3 className="text-lg">{text.troubled}</h3>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {health.jobs.troubled.map((job) => (
              <Job key={job.id} job={job} />
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

/**
 * The site's state for its operator: waiting and failed work, pending money,
 * storage, versions; figures by day.
 */
export function HealthSection() {
  const health = useAdminQuery(["health"], (options) => api("GET /api/admin/health", {}, options), {
    refetchEvery: refreshMs,
  });
  return (
    <div className="flex flex-col gap-10">
      <Loaded
        query={health}
        loading={
          <Loading label={adminPageMessages.loading} className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
            <Skeletons count={6} className="h-52 rounded-lg" />
          </Loading>
        }
      >
        {(data) => <Health health={data} />}
      </Loaded>
      <HealthCharts />
    </div>
  );
}
