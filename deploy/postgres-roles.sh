#!/bin/sh
# Creates the role of the API in the container of PostgreSQL: it owns nothing, and each start of the API grants its rights
# (docs/OPERATIONS.md, "Database roles"). The image runs it when the volume is new; on an older volume,
# or to change the password, it may be run again.
set -eu
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
\getenv password POSTGRES_API_PASSWORD
SELECT 'CREATE ROLE engine_api' WHERE to_regrole('engine_api') IS NULL \gexec
ALTER ROLE engine_api LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD :'password';
SQL
