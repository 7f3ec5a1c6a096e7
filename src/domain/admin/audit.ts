/** What the audit log knows of: each write of an admin, or of the operator about admins, is one of these. */
export const auditActions = [
  "user.update",
  "user.delete",
  "user.suspend",
  "user.unsuspend",
  "dealer.confirm",
  "dealer.refuse",
  "users.export",
  "admin.grant",
  "admin.reset_totp",
  "admin.revoke",
  "car.update",
  "car.delete",
  "car.hide",
  "car.show",
  "cars.export",
  "model.approve",
  "model.merge",
  "model.refuse",
  "report.hide",
  "report.restore",
  "report.dismiss",
  "social.posted",
  "social.unposted",
  "job.retry",
  "settings.update",
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditTargets = ["user", "car", "model", "report", "social", "job", "list", "settings"] as const;
export type AuditTarget = (typeof auditTargets)[number];
