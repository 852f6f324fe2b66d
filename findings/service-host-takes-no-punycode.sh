#!/usr/bin/env bash
set -euo pipefail
# The name of a registry's host with letters beyond ASCII, as the CLI's library reads it and as a URL writes it.
#
# golang-github-hashicorp-terraform-svchost-dev 0.0~git20200729.f050f53-3, golang-golang-x-net-dev 1:0.7.0+dfsg-1,
# golang-golang-x-text-dev 0.7.0-1, golang-1.19 1.19.8-2 (Debian 12), Node.js 20
#
# A good guess: the ASCII form (`xn--…`) is the safe one to write into configurations: it is what a browser copies from its
# address bar, what certificates hold and what a server sees in `Host`.
#
# What happens: the library refuses it, and takes the letters alone. So a platform that builds the source address of a
# module from its URL prints a line that no CLI reads. Other differences from URL: a port of 443 with zeros before it is
# dropped, one of 80 is kept, and an underscore, which URL takes, is refused.
#
# Seen (name, library, URL):
#   münchen.example        xn--mnchen-3ya.example  xn--mnchen-3ya.example
#   xn--mnchen-3ya.example refused                 xn--mnchen-3ya.example
#   Example.com:0443       example.com             example.com
#   example.com:80         example.com:80          example.com:80
#   my_host.example        refused                 my_host.example

dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq golang-1.19-go golang-1.19-src golang-github-hashicorp-terraform-svchost-dev \
  golang-golang-x-net-dev golang-golang-x-text-dev 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done
rm ./*.deb

mkdir host
cat >host/main.go <<'GO'
package main

import (
	"fmt"
	"os"

	svchost "github.com/hashicorp/terraform-svchost"
)

func main() {
	host, err := svchost.ForComparison(os.Args[1])
	if err != nil {
		fmt.Println("refused")
		return
	}
	fmt.Println(host)
}
GO
export GOROOT="$dir/debian/usr/lib/go-1.19" GOPATH="$dir/debian/usr/share/gocode" GOCACHE="$dir/cache"
export GO111MODULE=off CGO_ENABLED=0
"$GOROOT/bin/go" build -o reader host/main.go

for expected in \
  'münchen.example xn--mnchen-3ya.example xn--mnchen-3ya.example' \
  'xn--mnchen-3ya.example refused xn--mnchen-3ya.example' \
  'Example.com:0443 example.com example.com' \
  'example.com:80 example.com:80 example.com:80' \
  'my_host.example refused my_host.example'; do
  name=${expected%% *}
  got="$name $(./reader "$name") $(node -p 'new URL(`https://${process.argv[1]}`).host' "$name")"
  echo "$got"
  [ "$got" = "$expected" ] || {
    echo "CHANGED: expected $expected" >&2
    exit 1
  }
done
