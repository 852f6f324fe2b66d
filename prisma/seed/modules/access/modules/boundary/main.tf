terraform {
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.60, < 7.0"
    }
  }
}

variable "regions" {
  type        = list(string)
  default     = ["eu-central-1", "eu-west-1"]
  description = "Where something may be made."
}

data "aws_iam_policy_document" "boundary" {
  statement {
    actions   = ["*"]
    resources = ["*"]

    condition {
      test     = "StringEquals"
      variable = "aws:RequestedRegion"
      values   = var.regions
    }
  }
}

resource "aws_iam_policy" "this" {
  name   = "boundary"
  policy = data.aws_iam_policy_document.boundary.json
}

output "arn" {
  value       = aws_iam_policy.this.arn
  description = "What a role takes as its boundary."
}
