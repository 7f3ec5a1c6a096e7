-- One payment that sponsors several cars: payments.car_id names none of them then, these rows do.

create table payment_cars (
  payment_id uuid not null references payments,
  position smallint not null check (position between 0 and 99),
  -- Null once the car is deleted.
  car_id uuid references cars on delete set null,
  -- "Audi A6, 2014", as it was when the payment was opened: an invoice says it whatever becomes of the car.
  name text not null,
  -- How long its sponsorship was still to run when a dispute suspended it.
  suspended_seconds double precision not null default 0 check (suspended_seconds >= 0),
  primary key (payment_id, position)
);
-- What other payments bought for a car; no payment sponsors one twice. A car goes: payments forget it.
create unique index payment_cars_car on payment_cars (car_id, payment_id) where car_id is not null;
