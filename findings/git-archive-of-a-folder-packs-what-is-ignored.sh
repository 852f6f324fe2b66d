#!/usr/bin/env bash
set -euo pipefail
# A repository with a module in a folder of its own, whose `.gitattributes` at the root keeps tests and examples out
# of archives by `export-ignore`, and the archive of that one module.
#
# git 2.39.5-0+deb12u3 (Debian 12)
#
# A good guess: an attribute belongs to a path of the repository. `git check-attr` says that it is set, so the archive
# of the folder, whichever way one asks for it, lacks what the archive of the whole lacks.
#
# What happens: with `HEAD:modules/vpc`, and in the folder with plain `HEAD`, the root of the archive is the folder,
# and the file of attributes above it is not looked for: all is packed. `--worktree-attributes` reads it, but compares
# the names as they stand in the archive, so that a pattern with a slash in it still matches nothing, and one without
# does. Only asking for the path from the root (`HEAD modules/vpc`) leaves all out, and then the module lies two
# folders deep.
#
# Seen (what is packed of main.tf, tests/ and examples/; `modules/*/tests` and `examples` are to be ignored):
#   HEAD modules/vpc                              main.tf
#   HEAD:modules/vpc                              main.tf tests examples
#   HEAD, in the folder                           main.tf tests examples
#   --worktree-attributes, HEAD:modules/vpc       main.tf tests

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
cd "$dir"
git init --quiet repository
cd repository
module=modules/vpc
mkdir -p $module/tests $module/examples
touch $module/main.tf $module/tests/vpc.tftest.hcl $module/examples/main.tf
printf 'modules/*/tests export-ignore\nexamples export-ignore\n' >.gitattributes
git add .
git -c user.name=Author -c user.email=author@example.com commit --quiet --message 'Add a module'

packed() {
  local names='' name
  git archive "$@" | tar --list >"$dir/list"
  for name in main.tf tests/vpc.tftest.hcl examples/main.tf; do
    if grep -qE "(^|/vpc/)$name\$" "$dir/list"; then names+=" ${name%%/*}"; fi
  done
  echo "${names# }"
}
{
  git check-attr export-ignore $module/tests $module/examples
  echo "from the root: $(packed HEAD $module)"
  echo "the folder: $(packed HEAD:$module)"
  echo "in the folder: $(cd $module && packed HEAD)"
  echo "the folder, worktree's attributes: $(packed --worktree-attributes HEAD:$module)"
  echo "in the folder, worktree's attributes: $(cd $module && packed --worktree-attributes HEAD)"
} | tee "$dir/got.txt"
cat >"$dir/expected.txt" <<'TXT'
modules/vpc/tests: export-ignore: set
modules/vpc/examples: export-ignore: set
from the root: main.tf
the folder: main.tf tests examples
in the folder: main.tf tests examples
the folder, worktree's attributes: main.tf tests
in the folder, worktree's attributes: main.tf tests
TXT
diff "$dir/expected.txt" "$dir/got.txt" >/dev/null || {
  echo 'CHANGED: expected the lines under "Seen"' >&2
  exit 1
}
