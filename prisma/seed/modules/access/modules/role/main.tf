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
  description = "What the role is called."
}

variable "trusted" {
  type        = list(string)
  description = "Who may take it on."
}

variable "boundary" {
  type        = string
  default     = null
  description = "The policy that it stays within, such as `modules/boundary` makes."
}

data "aws_iam_policy_document" "trust" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "AWS"
      identifiers = var.trusted
    }
  }
}

resource "aws_iam_role" "this" {
  name                 = var.name
  assume_role_policy   = data.aws_iam_policy_document.trust.json
  permissions_boundary = var.boundary
  max_session_duration = 60 * 60
}

output "arn" {
  value       = aws_iam_role.this.arn
  description = "By which policies speak of it."
}
