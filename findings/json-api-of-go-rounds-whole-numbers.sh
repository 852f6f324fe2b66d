#!/usr/bin/env bash
set -euo pipefail
# Attributes of JSON:API documents, read into the fields of a Go struct by the library for it.
#
# golang-github-google-jsonapi-dev 1.0.0-1, golang-github-svanharmelen-jsonapi-dev 1.0.0+git20180618.0c0828c-4 (a fork, by
# which the vendor's client reads), golang-1.19 1.19.8-2 (Debian 12)
#
# A good guess: a field of the type int64 holds any whole number that Go's own encoding/json puts there, and an attribute
# that does not fit is an error that names what is wrong.
#
# What happens: every number goes through float64 first. A whole number above 2^53 arrives changed, and of 1.5 an int64 gets
# 1, both without an error (encoding/json keeps the first and refuses the second). A time is read by one layout with a
# literal Z: fractions of a second are welcome, an offset of +00:00 is refused by a sentence about something else ("Only
# strings can be parsed as dates"), so a server that writes what ISO 8601 permits breaks the client. A number for a
# string is told as a field that is "not of a known number type".
#
# Seen (both libraries alike):
#   9007199254740993 for an int64        9007199254740992
#   1.5 for an int64                     1
#   2026-01-01T00:00:00.123Z             read
#   2026-01-01T00:00:00+00:00            Only strings can be parsed as dates, ISO8601 timestamps
#   5 for a string                       The struct field was not of a known number type

dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq golang-1.19-go golang-1.19-src golang-github-google-jsonapi-dev \
  golang-github-svanharmelen-jsonapi-dev 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done
rm ./*.deb

mkdir attributes
cat >attributes/main.go <<'GO'
package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	google "github.com/google/jsonapi"
	fork "github.com/svanharmelen/jsonapi"
)

type state struct {
	ID   string    `jsonapi:"primary,states"`
	Size int64     `jsonapi:"attr,size"`
	At   time.Time `jsonapi:"attr,at,iso8601"`
	Name string    `jsonapi:"attr,name"`
}

func main() {
	readers := map[string]func(io.Reader, interface{}) error{
		"google": google.UnmarshalPayload,
		"fork":   fork.UnmarshalPayload,
	}
	for _, name := range []string{"google", "fork"} {
		for _, attribute := range []string{
			`"size": 9007199254740993`,
			`"size": 1.5`,
			`"at": "2026-01-01T00:00:00.123Z"`,
			`"at": "2026-01-01T00:00:00+00:00"`,
			`"name": 5`,
		} {
			document := `{"data": {"type": "states", "id": "s", "attributes": {` + attribute + `}}}`
			read := new(state)
			if err := readers[name](strings.NewReader(document), read); err != nil {
				fmt.Println(name, attribute, err)
			} else {
				fmt.Println(name, attribute, read.Size, read.At.Nanosecond())
			}
		}
	}
}
GO
export GOROOT="$dir/debian/usr/lib/go-1.19" GOPATH="$dir/debian/usr/share/gocode" GOCACHE="$dir/cache"
export GO111MODULE=off CGO_ENABLED=0
"$GOROOT/bin/go" build -o reader attributes/main.go

expected=$(for name in google fork; do
  cat <<SEEN
$name "size": 9007199254740993 9007199254740992 0
$name "size": 1.5 1 0
$name "at": "2026-01-01T00:00:00.123Z" 0 123000000
$name "at": "2026-01-01T00:00:00+00:00" Only strings can be parsed as dates, ISO8601 timestamps
$name "name": 5 The struct field was not of a known number type
SEEN
done)
got=$(./reader)
echo "$got"
[ "$got" = "$expected" ] || {
  echo 'CHANGED: attributes are read otherwise than described' >&2
  exit 1
}
