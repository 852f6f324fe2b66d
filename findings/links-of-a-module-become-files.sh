#!/usr/bin/env bash
set -euo pipefail
# A module whose folder has links (`modules/a/versions.tf` leads to `../../versions.tf`, as one repository shares a file), in
# the archives that a registry serves, as the engines' downloader unpacks them.
#
# golang-github-hashicorp-go-getter-dev 1.4.1-1, golang-1.19 1.19.8-2 (Debian 12), GNU tar 1.34, Info-ZIP's zip 3.0
#
# A good guess: links are unpacked as links, or refused as dangerous; and whether a release is a tar.gz or a zip makes no
# difference to what a caller gets.
#
# What happens: neither. Of a tar each link, symbolic or hard, becomes an empty file, without an error. The second name of
# a hard link is enough: `tar` of a folder writes one for any file that has two names within it, such as those of a package
# cache. Of a zip a symbolic link becomes a file that holds the path it leads to. An empty `versions.tf` is valid: the
# module loads without its constraints, or fails elsewhere by a name that is not declared; the path in place of a `.tf`
# file is a fault of syntax. So the same release works in git, half in a tar.gz and not at all in a zip.
#
# Seen (bytes of each file):
#   tar   main.tf 19   linked.tf 0    second.tf 0
#   zip   main.tf 19   linked.tf 7    second.tf 19

dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq golang-1.19-go golang-1.19-src golang-github-hashicorp-go-getter-dev zip 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done
rm ./*.deb

mkdir module
(
  cd module
  echo 'locals { size = 1 }' | head -c 19 >main.tf
  ln -s main.tf linked.tf
  ln main.tf second.tf
  tar -cf ../module.tar main.tf linked.tf second.tf
  "$dir/debian/usr/bin/zip" -qy ../module.zip main.tf linked.tf second.tf
)

# The two readers of archives alone: the rest of the library reaches for clouds.
getter=debian/usr/share/gocode/src/github.com/hashicorp/go-getter
mkdir unpack
cp $getter/decompress_tar.go $getter/decompress_zip.go unpack/
sed -n '1,/^)/p' $getter/decompress.go >unpack/paths.go
sed -n '/^func containsDotDot/,$p' $getter/decompress.go >>unpack/paths.go
sed -i 's/^package getter/package main/' unpack/*.go
cat >unpack/main.go <<'GO'
package main

import (
	"log"
	"os"
)

func main() {
	var err error
	if os.Args[1] == "tar" {
		err = new(tarDecompressor).Decompress(os.Args[1], "module.tar", true)
	} else {
		err = new(ZipDecompressor).Decompress(os.Args[1], "module.zip", true)
	}
	if err != nil {
		log.Fatal(err)
	}
}
GO
export GOROOT="$dir/debian/usr/lib/go-1.19" GOPATH="$dir/debian/usr/share/gocode" GOCACHE="$dir/cache"
export GO111MODULE=off CGO_ENABLED=0
(cd unpack && "$GOROOT/bin/go" build -o ../unpacker .)

for expected in 'tar main.tf 19 linked.tf 0 second.tf 0' 'zip main.tf 19 linked.tf 7 second.tf 19'; do
  form=${expected%% *}
  ./unpacker "$form"
  got=$form
  for file in main.tf linked.tf second.tf; do
    [ ! -L "$form/$file" ] || got+=' a link:'
    got+=" $file $(stat -c %s "$form/$file")"
  done
  echo "$got"
  [ "$got" = "$expected" ] || {
    echo "CHANGED: expected $expected" >&2
    exit 1
  }
done
