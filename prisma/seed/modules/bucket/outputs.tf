output "arn" {
  value       = aws_s3_bucket.this.arn
  description = "By which policies speak of it."
}
