data "aws_iam_policy_document" "write" {
  statement {
    actions   = ["logs:CreateLogStream", "logs:PutLogEvents"]
    resources = ["*"]
  }
}

data "aws_iam_policy_document" "assume" {
  statement {
    actions = ["sts:AssumeRole"]

    principals {
      type        = "Service"
      identifiers = ["vpc-flow-logs.amazonaws.com"]
    }
  }
}

resource "aws_cloudwatch_log_group" "flow" {
  count             = local.logging
  name              = "/network/${var.name}"
  retention_in_days = var.flow_logs_days
  tags              = local.labels
}

resource "aws_iam_role" "flow" {
  count              = local.logging
  name               = "${var.name}-flow-logs"
  assume_role_policy = data.aws_iam_policy_document.assume.json
  tags               = local.labels
}

resource "aws_iam_role_policy" "flow" {
  count  = local.logging
  role   = aws_iam_role.flow[0].id
  policy = data.aws_iam_policy_document.write.json
}

resource "aws_flow_log" "this" {
  count           = local.logging
  vpc_id          = aws_vpc.this.id
  traffic_type    = "ALL"
  iam_role_arn    = aws_iam_role.flow[0].arn
  log_destination = aws_cloudwatch_log_group.flow[0].arn
  tags            = local.labels
}

resource "aws_network_acl" "quarantine" {
  count  = var.quarantine == null ? 0 : 1
  vpc_id = aws_vpc.this.id
  tags   = merge(local.labels, { Name = "${var.name}-quarantine" })
}
