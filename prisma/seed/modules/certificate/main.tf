variable "domain" {
  type        = string
  description = "The name; everything one level below it is included."
}

variable "zone" {
  type        = string
  description = "The zone in which the name is proven."
}

variable "warn_days" {
  type        = number
  default     = 30
  description = "How long before its end an alarm tells of it."
}

resource "aws_acm_certificate" "this" {
  domain_name               = var.domain
  subject_alternative_names = ["*.${var.domain}"]
  validation_method         = "DNS"
}

resource "aws_route53_record" "proof" {
  for_each = { for each in aws_acm_certificate.this.domain_validation_options : each.domain_name => each }

  zone_id         = var.zone
  name            = each.value.resource_record_name
  type            = each.value.resource_record_type
  records         = [each.value.resource_record_value]
  ttl             = 60
  allow_overwrite = true
}

resource "time_offset" "warning" {
  base_rfc3339 = aws_acm_certificate.this.not_after
  offset_days  = -var.warn_days
}

data "dns_ns_record_set" "zone" {
  host = var.domain
}

output "arn" {
  value       = aws_acm_certificate.this.arn
  description = "What a listener takes."
}

output "warn_at" {
  value       = time_offset.warning.rfc3339
  description = "From when on it is to be renewed."
}
