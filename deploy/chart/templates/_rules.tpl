{{/* One alert for each metric of docs/OPERATIONS.md, "What to watch", that is to act upon; `severity` is its Page or Day. */}}
{{- define "platform.rules" -}}
{{- $job := printf "namespace=%q,service=%q" .Release.Namespace (printf "%s-api" (include "platform.name" .)) }}
- alert: EnginePlatformNotReady
  expr: absent(up{ {{- $job -}} } == 1)
  for: 2m
  labels: { severity: page }
  annotations: { summary: No process of the API can be asked. }
- alert: EnginePlatformFaults
  expr: sum(rate(engine_http_request_duration_seconds_count{status="500",{{ $job }}}[5m])) > 0
  for: 5m
  labels: { severity: page }
  annotations: { summary: Requests fail by a fault of the platform. Look for their ids in the log. }
- alert: EnginePlatformUnavailable
  expr: sum(rate(engine_http_request_duration_seconds_count{status=~"503|507",{{ $job }}}[5m])) > 0
  for: 10m
  labels: { severity: page }
  annotations: { summary: 'Requests are refused: a service is unavailable, overloaded or full.' }
- alert: EnginePlatformSlow
  expr: histogram_quantile(0.95, sum by (le, face) (rate(engine_http_request_duration_seconds_bucket{ {{- $job -}} }[10m]))) > 2
  for: 30m
  labels: { severity: day }
  annotations: { summary: 'Answers of {{ "{{" }} $labels.face {{ "}}" }} take longer than two seconds.' }
- alert: EnginePlatformOverloaded
  expr: max(engine_overload{kind="shedding",{{ $job }}}) > 0
  for: 5m
  labels: { severity: page }
  annotations: { summary: A process has too much to do and refuses the callers with the most requests. }
- alert: EnginePlatformWaitsForDatabase
  expr: max(engine_database_connections{kind="waiting",{{ $job }}}) > 0
  for: 15m
  labels: { severity: day }
  annotations: { summary: 'Requests wait for a connection to the database: look for slow statements, or add a replica.' }
{{- range $metric, $most := dict "engine_module_files_parsing" 50 "engine_module_readmes_rendering" 50 }}
- alert: {{ $metric | replace "engine_" "" | camelcase | printf "EnginePlatform%sWait" }}
  expr: max({{ $metric }}{kind="waiting",{{ $job }}}) > {{ $most }}
  for: 1h
  labels: { severity: day }
  annotations: { summary: 'Work waits for a thread: find the organization that publishes without end, or add a replica.' }
{{- end }}
- alert: EnginePlatformStatesWait
  expr: max(engine_states_reading{kind="waiting",{{ $job }}}) > 20
  for: 10m
  labels: { severity: day }
  annotations: { summary: 'States wait for a thread: find who sends them without end, or add a replica.' }
- alert: EnginePlatformStatesHeld
  expr: min_over_time(engine_states_held_bytes{ {{- $job -}} }[10m]) > 0
  for: 10m
  labels: { severity: day }
  annotations: { summary: 'Whole states stay in memory: look for a thread that hangs in the log, and restart the pod.' }
- alert: EnginePlatformUnwritten
  expr: max(deriv(engine_downloads_unwritten{ {{- $job -}} }[10m])) > 0 or max(deriv(engine_sightings_unwritten{ {{- $job -}} }[10m])) > 0
  for: 10m
  labels: { severity: page }
  annotations: { summary: Counts stay in memory. The database takes no writes. }
- alert: EnginePlatformOriginsWait
  expr: max(engine_origin_requests{kind="waiting",{{ $job }}}) > 0
  for: 15m
  labels: { severity: day }
  annotations: { summary: 'Requests to origins of public providers wait: look at their answers in the log.' }
- alert: EnginePlatformIdentitiesRefused
  expr: sum(increase(engine_ci_exchanges{kind="refused",{{ $job }}}[1h])) > sum(increase(engine_ci_exchanges{kind="exchanged",{{ $job }}}[1h]))
  for: 1h
  labels: { severity: day }
  annotations: { summary: 'Most exchanges of CI tokens are refused: look at the trusted issuer.' }
- alert: EnginePlatformMemory
  expr: max(process_resident_memory_bytes{ {{- $job -}} }) > 0.8 * {{ include "platform.bytes" .Values.api.resources.limits.memory }}
  for: 15m
  labels: { severity: day }
  annotations: { summary: A process uses more than 80 % of the memory that it may have. }
{{- end }}

{{/* The bytes of a quantity of memory such as 512Mi or 2Gi. */}}
{{- define "platform.bytes" -}}
{{- $text := toString . }}
{{- $powers := dict "Ki" 1 "Mi" 2 "Gi" 3 "Ti" 4 }}
{{- $unit := regexFind "[A-Za-z]*$" $text }}
{{- $number := trimSuffix $unit $text | float64 }}
{{- $bytes := $number }}
{{- range until (get $powers $unit | default 0 | int) }}{{ $bytes = mulf $bytes 1024 }}{{ end }}
{{- printf "%.0f" $bytes }}
{{- end }}
