{{- define "platform.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "platform.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "platform.labels" -}}
{{ include "platform.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- define "platform.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "platform.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "platform.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* The variables of every program of the platform. */}}
{{- define "platform.environment" -}}
- { name: PUBLIC_URL, value: {{ printf "https://%s" .Values.host | quote }} }
- { name: CONSOLE_URL, value: {{ printf "https://%s" .Values.host | quote }} }
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ include "platform.text" $value | quote }} }
{{- end }}
{{- if .Values.certificates.existingConfigMap }}
- { name: NODE_EXTRA_CA_CERTS, value: /etc/engine/certificates/ca.crt }
{{- end }}
{{- end }}

{{/* The files of the keys that a program reads; `keys` are their names. */}}
{{- define "platform.secretEnvironment" -}}
{{- range .keys }}
{{- if hasPrefix "AWS_" . }}
- name: {{ . }}
  valueFrom: { secretKeyRef: { name: {{ $.root.Values.existingSecret | quote }}, key: {{ . }} } }
{{- else }}
- { name: {{ . }}_FILE, value: /etc/engine/secrets/{{ . }} }
{{- end }}
{{- end }}
{{- end }}

{{- define "platform.secretVolumes" -}}
- name: secrets
  secret:
    secretName: {{ .root.Values.existingSecret | quote }}
    defaultMode: 0440
    items:
      {{- range .keys }}
      {{- if not (hasPrefix "AWS_" .) }}
      - { key: {{ . }}, path: {{ . }} }
      {{- end }}
      {{- end }}
{{- if .root.Values.certificates.existingConfigMap }}
- name: certificates
  configMap: { name: {{ .root.Values.certificates.existingConfigMap | quote }} }
{{- end }}
{{- end }}

{{- define "platform.secretMounts" -}}
- { name: secrets, mountPath: /etc/engine/secrets, readOnly: true }
{{- if .Values.certificates.existingConfigMap }}
- { name: certificates, mountPath: /etc/engine/certificates, readOnly: true }
{{- end }}
{{- end }}

{{/* One pod on each node and in each zone, as far as there are any. */}}
{{- define "platform.spread" -}}
{{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
- maxSkew: 1
  topologyKey: {{ $key }}
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels: {{- include "platform.selector" $ | nindent 6 }}
{{- end }}
{{- end }}

{{- define "platform.placement" -}}
{{- with .nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* The paths of the API; all others are the console's. docs/OPERATIONS.md, "Several replicas", lists them. */}}
{{- define "platform.apiPaths" -}}
/api /v1 /v2 /graphql /.well-known /admin/initial-admin-user /downloads /livez /readyz
{{- end }}

{{/* A value as its variable wants it: whole numbers without an exponent, and what YAML makes of an unquoted on. */}}
{{- define "platform.text" -}}
{{- if kindIs "bool" . }}{{ ternary "on" "off" . }}{{ else if and (kindIs "float64" .) (eq (floor .) .) }}{{ printf "%.0f" . }}{{ else }}{{ toString . }}{{ end }}
{{- end }}
