import type { Generated, GeneratedAlways } from "kysely";
import type { DefaultTimestamp, NullableTimestamp, Timestamp } from "./column-types.ts";

export interface UsersTable {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  password_hash: string;
  is_admin: Generated<boolean>;
  is_dealer_by_hand: Generated<boolean>;
  dealer_until: NullableTimestamp;
  stripe_customer_id: string | null;
  email_verified_at: NullableTimestamp;
  admin_by_config_at: NullableTimestamp;
  stripe_customer_account: string | null;
  verification_sent_at: NullableTimestamp;
  suspended_at: NullableTimestamp;
  suspended_reason: string | null;
  version: Generated<number>;
  created_at: DefaultTimestamp;
  search_text: GeneratedAlways<string>;
  name_key: GeneratedAlways<string>;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  cookie_hash: Buffer;
  created_at: DefaultTimestamp;
  last_used_at: DefaultTimestamp;
  browser: string | null;
  system: string | null;
}

export interface TotpTable {
  user_id: string;
  /** Sealed: see server/people/accounts/totp-secret.ts. */
  secret: Buffer;
  created_at: DefaultTimestamp;
  confirmed_at: NullableTimestamp;
  /** bigint, read as a number: far below 2^53 for good. */
  last_step: Generated<number>;
}

export interface RecoveryCodesTable {
  hash: Buffer;
  user_id: string;
  created_at: DefaultTimestamp;
  used_at: NullableTimestamp;
}

export interface BearerTokensTable {
  hash: Buffer;
  session_id: string;
  created_at: DefaultTimestamp;
  expires_at: Timestamp;
  replaces: Buffer | null;
  first_used_at: NullableTimestamp;
}

export interface PasswordResetsTable {
  token_hash: Buffer;
  user_id: string;
  created_at: DefaultTimestamp;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
}

export interface EmailVerificationsTable {
  token_hash: Buffer;
  user_id: string;
  created_at: DefaultTimestamp;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
}

export interface KnownDevicesTable {
  hash: Buffer;
  user_id: string;
  created_at: DefaultTimestamp;
  last_used_at: DefaultTimestamp;
}

/** Accounts and what proves them. */
export interface AccountTables {
  users: UsersTable;
  sessions: SessionsTable;
  bearer_tokens: BearerTokensTable;
  password_resets: PasswordResetsTable;
  email_verifications: EmailVerificationsTable;
  known_devices: KnownDevicesTable;
  totp: TotpTable;
  recovery_codes: RecoveryCodesTable;
}
