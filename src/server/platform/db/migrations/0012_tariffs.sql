-- What an imported car costs until it has plates: dated tariffs, as data that admins change (domain/tariffs/).

create table tariffs (
  id uuid primary key,
  -- The first and the last day, both included, in Europe/Belgrade; without a last one until another follows.
  valid_from date not null,
  valid_to date check (valid_to >= valid_from),
  status text not null default 'draft' check (status in ('draft', 'active')),
  max_age_years integer not null check (max_age_years between 0 and 100),
  source_title text not null check (length(source_title) between 1 and 200),
  source_url text not null check (length(source_url) between 1 and 500),
  checked_on date not null,
  -- domain/tariffs/tariff.ts, TariffLine.
  lines jsonb not null check (jsonb_typeof(lines) = 'array'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- No two tariffs count on one day. Its index finds the one of a day.
  constraint tariffs_one_a_day
    exclude using gist (daterange(valid_from, valid_to, '[]') with &&) where (status = 'active')
);
-- The admins' list: drafts, then the newest.
create index tariffs_list on tariffs ((status = 'active'), valid_from desc, id);

create function notify_tariff_changed() returns trigger language plpgsql as $$
begin
  -- A notification without a payload is not told from a lost one.
  perform pg_notify('tariff_changed', 'tariffs');
  return null;
end $$;
create trigger tariff_changed after insert or update or delete on tariffs
  for each statement execute function notify_tariff_changed();

-- The figures that the product comes with. Only those of duty and VAT were read in an official source.
insert into tariffs (id, valid_from, status, max_age_years, source_title, source_url, checked_on, lines) values (
  '0199b000-0000-7000-8000-000000000001', '2026-01-01', 'active', 10,
  'Dogana e Kosovës', 'https://dogana.rks-gov.net/', '2026-11-23',
  '[
    {"key": "duty", "label": "Dogana", "kind": "percent", "of": ["value"], "amount": 10, "certainty": "official"},
    {"key": "duty", "label": "Dogana", "kind": "percent", "of": ["value"], "when": {"euOrigin": true}, "amount": 0, "certainty": "official"},
    {"key": "excise", "label": "Akciza", "kind": "table", "of": [], "amount": null, "certainty": "unconfirmed", "table": [
      {"maxAge": 0, "maxCc": 2000, "amount": 0},
      {"maxAge": 8, "maxCc": 2000, "amount": 200},
      {"maxAge": 9, "maxCc": 2000, "amount": 300},
      {"maxAge": 10, "maxCc": 2000, "amount": 400},
      {"maxAge": 8, "maxCc": 3000, "amount": 400},
      {"maxAge": 9, "maxCc": 3000, "amount": 600},
      {"maxAge": 10, "maxCc": 3000, "amount": 800},
      {"maxAge": 8, "maxCc": null, "amount": 1000},
      {"maxAge": 9, "maxCc": null, "amount": 1500},
      {"maxAge": 10, "maxCc": null, "amount": 1800}
    ]},
    {"key": "excise", "label": "Akciza", "kind": "fixed", "of": [], "when": {"fuel": "Elektrik"}, "amount": 0, "certainty": "unconfirmed"},
    {"key": "vat", "label": "TVSH", "kind": "percent", "of": ["value", "duty", "excise"], "amount": 18, "certainty": "official"},
    {"key": "road_fee", "label": "Taksa rrugore", "kind": "fixed", "of": [], "amount": 40, "certainty": "unconfirmed"},
    {"key": "eco_fee", "label": "Taksa ekologjike", "kind": "fixed", "of": [], "amount": 10, "certainty": "unconfirmed"},
    {"key": "registration", "label": "Regjistrimi", "kind": "fixed", "of": [], "amount": null, "certainty": "unconfirmed"},
    {"key": "plates", "label": "Targat", "kind": "fixed", "of": [], "amount": null, "certainty": "unconfirmed"},
    {"key": "inspection", "label": "Kontrolli teknik", "kind": "fixed", "of": [], "amount": null, "certainty": "unconfirmed"}
  ]'
);
