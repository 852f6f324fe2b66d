terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.60, < 7.0"
    }
  }
}

variable "name" {
  type        = string
  description = "Unique in the whole world."
}

variable "encryption" {
  type        = string
  default     = "AES256"
  description = "AES256 or aws:kms."
}

variable "keep_days" {
  type        = number
  default     = 90
  description = "How long former versions of an object are kept."
}

resource "aws_s3_bucket" "this" {
  bucket = var.name
}

resource "aws_s3_bucket_server_side_encryption_configuration" "this" {
  bucket = aws_s3_bucket.this.id

  rule {
    apply_server_side_encryption_by_default {
      sse_algorithm = var.encryption
    }
  }
}

resource "aws_s3_bucket_lifecycle_configuration" "this" {
  bucket = aws_s3_bucket.this.id

  rule {
    id     = "former-versions"
    status = "Enabled"

    filter {}

    noncurrent_version_expiration {
      noncurrent_days = var.keep_days
    }
  }
}

output "bucket" {
  value       = aws_s3_bucket.this.bucket
  description = "The name as it was made."
}
output "arn" {
  value       = aws_s3_bucket.this.arn
  description = "By which policies speak of it."
}
