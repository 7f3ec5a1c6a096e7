import type { AccountTables } from "./account-tables.ts";
import type { AlertTables } from "./alert-tables.ts";
import type { BillingTables } from "./billing-tables.ts";
import type { CarTables } from "./car-tables.ts";
import type { DealerTables } from "./dealer-tables.ts";
import type { ReviewTables } from "./review-tables.ts";
import type { SiteTables } from "./site-tables.ts";
import type { StatisticsTables } from "./statistics-tables.ts";
import type { StockTables } from "./stock-tables.ts";

/** The tables after all migrations, a file per subject. */
export interface DB
  extends
    AccountTables,
    DealerTables,
    CarTables,
    BillingTables,
    AlertTables,
    StatisticsTables,
    StockTables,
    ReviewTables,
    SiteTables {}
