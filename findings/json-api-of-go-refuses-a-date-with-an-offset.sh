#!/usr/bin/env bash
set -euo pipefail
# A moment among the attributes of JSON:API, read into a Go field that is tagged `iso8601`, as all those of the
# vendor's client are.
#
# golang-github-google-jsonapi-dev 1.0.0-1, golang-github-svanharmelen-jsonapi-dev 1.0.0+git20180618.0c0828c-4 (a
# fork, by which the vendor's client reads), golang-1.19 1.19.8-2 (Debian 12)
#
# A good guess: the tag names the standard, so that what the standard allows is read: an offset (`+00:00`, as Python
# and others write UTC) and the basic form. If anything is too much, it is a fraction of a second.
#
# What happens: fractions of any length are read, and of offsets only the letter Z. `+00:00`, which is the same
# moment, is refused with "Only strings can be parsed as dates", although it is a string, and with it the whole
# document: one such attribute of one workspace loses the page. The tag `rfc3339` reads offsets, and the fork does not
# know it.
#
# Seen (moment, google/jsonapi, the fork, google/jsonapi by the tag rfc3339):
#   2026-01-01T00:00:00Z             read     read     read
#   2026-01-01T00:00:00.123456789Z   read     read     read
#   2026-01-01T00:00:00+00:00        refused  refused  read
#   20260101T000000Z                 refused  refused  refused
#   a page of two workspaces, one of them with +00:00: 0 read

dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq golang-1.19-go golang-1.19-src golang-github-google-jsonapi-dev \
  golang-github-svanharmelen-jsonapi-dev 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done
rm ./*.deb

mkdir moments
cat >moments/main.go <<'GO'
package main

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	google "github.com/google/jsonapi"
	fork "github.com/svanharmelen/jsonapi"
)

type workspace struct {
	ID string    `jsonapi:"primary,workspaces"`
	At time.Time `jsonapi:"attr,created-at,iso8601"`
}

type other struct {
	ID string    `jsonapi:"primary,workspaces"`
	At time.Time `jsonapi:"attr,created-at,rfc3339"`
}

func word(at time.Time, err error) string {
	if err != nil {
		if err.Error() == "Only strings can be parsed as dates, ISO8601 timestamps" {
			return "refused"
		}
		return err.Error()
	}
	if at.Unix() != 1767225600 {
		return at.String()
	}
	return "read"
}

func main() {
	for _, moment := range []string{
		"2026-01-01T00:00:00Z", "2026-01-01T00:00:00.123456789Z", "2026-01-01T00:00:00+00:00",
		"2026-01-01T02:00:00+02:00", "20260101T000000Z",
	} {
		text := `{"data":{"type":"workspaces","id":"1","attributes":{"created-at":"` + moment + `"}}}`
		var byGoogle, byFork workspace
		var byOther other
		googleFault := google.UnmarshalPayload(strings.NewReader(text), &byGoogle)
		forkFault := fork.UnmarshalPayload(strings.NewReader(text), &byFork)
		otherFault := google.UnmarshalPayload(strings.NewReader(text), &byOther)
		rfc := word(byOther.At, otherFault)
		if otherFault != nil {
			rfc = "refused"
		}
		fmt.Println(moment, word(byGoogle.At, googleFault), word(byFork.At, forkFault), rfc)
	}
	page := `{"data":[{"type":"workspaces","id":"1","attributes":{"created-at":"2026-01-01T00:00:00Z"}},
		{"type":"workspaces","id":"2","attributes":{"created-at":"2026-01-01T00:00:00+00:00"}}]}`
	read, _ := fork.UnmarshalManyPayload(strings.NewReader(page), reflect.TypeOf(new(workspace)))
	fmt.Println("page of two:", len(read), "read")
}
GO
cat >expected.txt <<'TXT'
2026-01-01T00:00:00Z read read read
2026-01-01T00:00:00.123456789Z read read read
2026-01-01T00:00:00+00:00 refused refused read
2026-01-01T02:00:00+02:00 refused refused read
20260101T000000Z refused refused refused
page of two: 0 read
TXT
export GOROOT="$dir/debian/usr/lib/go-1.19" GOPATH="$dir/debian/usr/share/gocode" GOCACHE="$dir/cache"
export GO111MODULE=off CGO_ENABLED=0
"$GOROOT/bin/go" run moments/main.go | tee got.txt
diff expected.txt got.txt >/dev/null || {
  echo 'CHANGED: expected the lines under "Seen"' >&2
  exit 1
}
