#!/usr/bin/env bash
set -euo pipefail
# One version constraint, read by the two libraries of the CLI: go-version for modules and `required_version`, go-versions
# (with its Ruby-style syntax) for providers.
#
# golang-github-hashicorp-go-version-dev 1.3.0-1, golang-github-apparentlymart-go-versions-dev 1.0.1-1, golang-1.19
# 1.19.8-2 (Debian 12)
#
# A good guess: `version = "~> 1"` means one thing, whether it stands in a module call or beside a provider.
#
# What happens: of a module `~> 1` takes 2.0.0 and 5.0.0 too, since the last number that is written may rise, and that is
# the first; of a provider it ends before 2.0.0. With a pre-release in the constraint they are opposites: of modules
# `~> 1.0.0-alpha` takes pre-releases of 1.0.0 alone, and not 1.0.0 itself; of providers it takes 1.0.0 and what follows,
# and no pre-release, not even the one that is named. `!= 1.0.0` of modules lets every pre-release in, which `>= 0`
# does not. What stands behind a plus sign is ignored for modules, and has to be named for providers. `v1.2.0` is a fault
# for providers alone.
#
# Seen (constraint, version, module, provider):
#   ~> 1 2.0.0 yes no                      ~> 1 1.9.0 yes yes
#   ~> 1.0.0-alpha 1.0.0 no yes            ~> 1.0.0-alpha 1.0.0-alpha yes no
#   ~> 1.0.0-alpha 1.0.1 no yes            >= 1.0.0-alpha 1.0.0-beta yes no
#   != 1.0.0 2.0.0-beta yes no             >= 0 2.0.0-beta no no
#   = 1.0.0 1.0.0+build yes no             = 1.0.0+build 1.0.0 yes no
#   v1.2.0 1.2.0 yes fault

dir=$(mktemp -d)
trap 'chmod -R u+w "$dir"; rm -rf "$dir"' EXIT
cd "$dir"
apt-get download -qq golang-1.19-go golang-1.19-src golang-github-hashicorp-go-version-dev \
  golang-github-apparentlymart-go-versions-dev 2>/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" debian; done
rm ./*.deb

mkdir compare
cat >compare/main.go <<'GO'
package main

import (
	"fmt"

	modules "github.com/hashicorp/go-version"
	providers "github.com/apparentlymart/go-versions/versions"
)

func word(err error, taken bool) string {
	if err != nil {
		return "fault"
	}
	if taken {
		return "yes"
	}
	return "no"
}

func main() {
	for _, pair := range [][2]string{
		{"~> 1", "2.0.0"}, {"~> 1", "1.9.0"},
		{"~> 1.0.0-alpha", "1.0.0"}, {"~> 1.0.0-alpha", "1.0.0-alpha"},
		{"~> 1.0.0-alpha", "1.0.1"}, {">= 1.0.0-alpha", "1.0.0-beta"},
		{"!= 1.0.0", "2.0.0-beta"}, {">= 0", "2.0.0-beta"},
		{"= 1.0.0", "1.0.0+build"}, {"= 1.0.0+build", "1.0.0"},
		{"v1.2.0", "1.2.0"},
	} {
		module, moduleFault := modules.NewConstraint(pair[0])
		taken := moduleFault == nil && module.Check(modules.Must(modules.NewVersion(pair[1])))
		provider, providerFault := providers.MeetingConstraintsStringRuby(pair[0])
		has := providerFault == nil && provider.Has(providers.MustParseVersion(pair[1]))
		fmt.Println(pair[0], pair[1], word(moduleFault, taken), word(providerFault, has))
	}
}
GO
cat >expected.txt <<'TXT'
~> 1 2.0.0 yes no
~> 1 1.9.0 yes yes
~> 1.0.0-alpha 1.0.0 no yes
~> 1.0.0-alpha 1.0.0-alpha yes no
~> 1.0.0-alpha 1.0.1 no yes
>= 1.0.0-alpha 1.0.0-beta yes no
!= 1.0.0 2.0.0-beta yes no
>= 0 2.0.0-beta no no
= 1.0.0 1.0.0+build yes no
= 1.0.0+build 1.0.0 yes no
v1.2.0 1.2.0 yes fault
TXT
export GOROOT="$dir/debian/usr/lib/go-1.19" GOPATH="$dir/debian/usr/share/gocode" GOCACHE="$dir/cache"
export GO111MODULE=off CGO_ENABLED=0
"$GOROOT/bin/go" run compare/main.go | tee got.txt
diff expected.txt got.txt >/dev/null || {
  echo 'CHANGED: expected the lines under "Seen"' >&2
  exit 1
}
