-- The month of a car's first registration, YYYY-MM. Nothing asks the table for it: no index.
alter table cars add column first_registration text
  constraint cars_first_registration check (first_registration ~ '^\d{4}-(0[1-9]|1[0-2])$' and first_registration >= '1950-01');
