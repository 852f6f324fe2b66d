#!/usr/bin/env bash
set -euo pipefail
# `Retry-After` of a busy registry, and the bounds (`RetryWaitMin`, `RetryWaitMax`) that a client of it has set.
#
# golang-github-hashicorp-go-retryablehttp-dev 0.7.1-1, golang-github-hashicorp-go-cleanhttp-dev 0.5.2-1,
# golang-1.19 1.19.8-2 (Debian 12)
#
# A good guess: `RetryWaitMax: 30 s` is the longest time between two tries, whatever a server asks for; and a server may
# ask in both forms of the header, in seconds and by a date.
#
# What happens: the library with which the engines' tools ask registries sleeps as long as the header says in seconds, past
# the maximum and below the minimum (0 is no wait at all, and so no protection from a server that sends it). A date is
# ignored without a word. With the library's other strategy, LinearJitterBackoff, neither form is read, and from the second
# try on the wait exceeds the maximum too: it bounds the first wait, which is multiplied by the number of the try. An
# answer of 501 is not asked for again, with or without the header.
#
# Seen (RetryWaitMin 1 s, RetryWaitMax 30 s):
#   503, Retry-After: 3600     3600 s     (LinearJitterBackoff: at most 30 s)
#   429, Retry-After: 0        0 s
#   503, Retry-After: a date in an hour   1 s
#   LinearJitterBackoff, tenth try        more than 30 s for one of a hundred waits
#   501, Retry-After: 5        not tried again

dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq golang-1.19-go golang-1.19-src golang-github-hashicorp-go-retryablehttp-dev \
  golang-github-hashicorp-go-cleanhttp-dev 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done
rm ./*.deb

mkdir waits
cat >waits/main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

const shortest, longest = time.Second, 30 * time.Second

func answer(status int, after string) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{"Retry-After": {after}}}
}

func main() {
	date := time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)
	for _, asked := range []struct {
		name   string
		status int
		after  string
	}{{"seconds", 503, "3600"}, {"zero", 429, "0"}, {"date", 503, date}} {
		fmt.Println(asked.name, retryablehttp.DefaultBackoff(shortest, longest, 0, answer(asked.status, asked.after)))
	}
	first := retryablehttp.LinearJitterBackoff(shortest, longest, 0, answer(503, "3600"))
	fmt.Println("jitter first within the maximum", first <= longest)
	beyond := false
	for range [100]int{} {
		beyond = beyond || retryablehttp.LinearJitterBackoff(shortest, longest, 9, nil) > longest
	}
	fmt.Println("jitter tenth beyond the maximum", beyond)
	again, _ := retryablehttp.DefaultRetryPolicy(context.Background(), answer(501, "5"), nil)
	fmt.Println("501 again", again)
}
GO
export GOROOT="$dir/debian/usr/lib/go-1.19" GOPATH="$dir/debian/usr/share/gocode" GOCACHE="$dir/cache"
export GO111MODULE=off CGO_ENABLED=0
"$GOROOT/bin/go" build -o waiting waits/main.go

got=$(./waiting)
echo "$got"
[ "$got" = 'seconds 1h0m0s
zero 0s
date 1s
jitter first within the maximum true
jitter tenth beyond the maximum true
501 again false' ] || {
  echo 'CHANGED: other waits than described' >&2
  exit 1
}
