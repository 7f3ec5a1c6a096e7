-- Codes of imported files that nobody has said the meaning of, for the admin who completes them. Longer texts are none.

-- Each such code once, by steps from one to the next, and then the rows and imports that have it.
create index stock_import_faults_codes on stock_import_faults (column_name, value, import_id)
  where code = 'code_unknown' and length(value) between 1 and 60;
