variable "bucket" {
  type        = string
  description = "The address of the bucket."
}

variable "role" {
  type        = string
  description = "The name of the role that may read it."
}

data "aws_iam_policy_document" "read" {
  statement {
    actions   = ["s3:GetObject", "s3:ListBucket"]
    resources = [var.bucket, "${var.bucket}/*"]
  }
}

resource "aws_iam_role_policy" "read" {
  name   = "read-bucket"
  role   = var.role
  policy = data.aws_iam_policy_document.read.json
}
