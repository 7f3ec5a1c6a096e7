/** What becomes of a file of stock (specification.md#stock). */
export const importStatuses = ["checking", "ready", "applying", "applied", "failed", "reverted"] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** What a file may be; "auto" finds it out. */
export const importFormats = ["auto", "vetura", "mobile_de"] as const;
export type AskedFormat = (typeof importFormats)[number];
export type ImportFormat = Exclude<AskedFormat, "auto">;

/** Sent by the dealer, or fetched from the dealer's address. */
export const importSources = ["upload", "feed"] as const;
export type ImportSource = (typeof importSources)[number];

/** What a row of the file would do. */
export const rowOutcomes = ["create", "update", "unchanged", "faulty"] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** What an applied import did to a car. */
export type ChangeKind = "created" | "updated" | "archived" | "restored";
