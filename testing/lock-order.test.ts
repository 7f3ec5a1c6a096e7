import { expect, test } from "vitest";
import { createLockOrder, lockedTables } from "./lock-order.ts";

test("lockedTables finds the tables whose rows a statement locks", () => {
  expect(lockedTables('select * from "payments" where "id" = $1 for update')).toEqual(["payments"]);
  expect(lockedTables("select id from users where id = $1 for no key update")).toEqual(["users"]);
  expect(
    lockedTables(
      'select "c".* from "cars" as "c" inner join "users" as "u" on u.id = c.owner_id for update of "c"',
    ),
  ).toEqual(["cars"]);
  expect(lockedTables('select p.id from payments p for update of "p" skip locked')).toEqual(["payments"]);
  expect(lockedTables("update cars c set price = 1 from users u where u.id = c.owner_id")).toEqual(["cars"]);
  expect(lockedTables("with gone as (delete from reports returning car_id) update cars set x = 1")).toEqual([
    "reports",
    "cars",
  ]);
  expect(
    lockedTables("insert into dealers values ($1) on conflict (user_id) do update set name = $2"),
  ).toEqual([]);
  expect(
    lockedTables('select "id", "email" from "users" where "id" = $1 and "is_admin" = $2 for share'),
  ).toEqual(["acting admin"]);
  expect(lockedTables("select id from users where id = $1 for share")).toEqual([]);
});

test("locking an account before a payment is reported, unless the transaction inserted that payment", () => {
  const account = "select id from users where id = $1 for no key update";
  const payment = "select * from payments where id = $1 for update";
  const right = createLockOrder();
  const rightly = [payment, account, payment, "delete from users where id = $1"];
  expect(rightly.map((statement) => right(statement))).toEqual([null, null, null, null]);
  const wrong = createLockOrder();
  expect(wrong(account)).toBeNull();
  expect(wrong(payment)).toContain("users before payments");
  const own = createLockOrder();
  expect(own(account)).toBeNull();
  const [id, other] = ["01900000-0000-7000-8000-000000000001", "01900000-0000-7000-8000-000000000002"];
  expect(own("insert into payments values ($1, $2)", [id, true])).toBeNull();
  expect(own(payment, [id])).toBeNull();
  expect(own(payment, [other, true])).toContain("users before payments");
});
