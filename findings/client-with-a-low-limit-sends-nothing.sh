#!/usr/bin/env bash
set -euo pipefail
# `X-RateLimit-Limit` of a platform, and what the vendor's client for it makes of the number.
#
# golang-github-hashicorp-go-tfe-dev 0.11.1+git20201207.19dc0b8-3 with its dependencies, golang-1.19 1.19.8-2 (Debian
# 12)
#
# A good guess: the header informs. A client that reads it slows down to the number, more so the lower it is; what it
# cannot read, such as the newer form with a window (`600;w=60`), is an error or some careful value.
#
# What happens: the client asks for the header once, when it is made, and splits the number: two thirds are its rate
# for a second, one third, rounded down, is the burst. Of 3 and less that is a burst of 0, from which no request can
# be taken: every call fails at once, without a word to the server, which sees one ping and nothing more. 4 works, and
# takes ten requests in more than three seconds. A limit that is no bare number, and 0, mean that there is none.
#
# Seen (header, of ten requests):
#   3          0 sent, rate: Wait(n=1) exceeds limiter's burst 0
#   4          10 sent, slowed down        30        10 sent, at once
#   600;w=60   10 sent, at once            0, none   10 sent, at once

dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq golang-1.19-go golang-1.19-src golang-github-hashicorp-go-tfe-dev \
  golang-github-hashicorp-go-slug-dev golang-github-hashicorp-go-retryablehttp-dev \
  golang-github-hashicorp-go-cleanhttp-dev golang-github-google-go-querystring-dev \
  golang-github-svanharmelen-jsonapi-dev golang-golang-x-time-dev 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done
rm ./*.deb

mkdir ask
cat >ask/main.go <<'GO'
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	tfe "github.com/hashicorp/go-tfe"
)

func ask(limit string) {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		w.Header().Set("Content-Type", "application/vnd.api+json")
		if limit != "none" {
			w.Header().Set("X-RateLimit-Limit", limit)
		}
		fmt.Fprint(w, `{"data":{"id":"ws-1","type":"workspaces","attributes":{"name":"network"}}}`)
	}))
	defer server.Close()
	client, err := tfe.NewClient(&tfe.Config{Address: server.URL, Token: "token"})
	if err != nil {
		fmt.Println(limit, "no client", err)
		return
	}
	requests = 0
	begin := time.Now()
	told := ""
	for i := 0; i < 10; i++ {
		if _, err := client.Workspaces.ReadByID(context.Background(), "ws-1"); err != nil {
			told = ", " + err.Error()
		}
	}
	pace := ", at once"
	if requests == 0 {
		pace = ""
	} else if time.Since(begin) > 3*time.Second {
		pace = ", slowed down"
	}
	fmt.Printf("%s: %d sent%s%s\n", limit, requests, pace, told)
}

func main() {
	for _, limit := range []string{"1", "3", "4", "30", "600;w=60", "0", "none"} {
		ask(limit)
	}
}
GO
cat >expected.txt <<'TXT'
1: 0 sent, rate: Wait(n=1) exceeds limiter's burst 0
3: 0 sent, rate: Wait(n=1) exceeds limiter's burst 0
4: 10 sent, slowed down
30: 10 sent, at once
600;w=60: 10 sent, at once
0: 10 sent, at once
none: 10 sent, at once
TXT
export GOROOT="$dir/debian/usr/lib/go-1.19" GOPATH="$dir/debian/usr/share/gocode" GOCACHE="$dir/cache"
export GO111MODULE=off CGO_ENABLED=0
"$GOROOT/bin/go" run ask/main.go | tee got.txt
diff expected.txt got.txt >/dev/null || {
  echo 'CHANGED: expected the lines under "Seen"' >&2
  exit 1
}
