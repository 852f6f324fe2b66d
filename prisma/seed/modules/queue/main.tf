variable "name" {
  type        = string
  description = "What the queue is called; its dead letters get `-dead`."
}

variable "keep_days" {
  type        = number
  default     = 4
  description = "How long a letter waits to be read; 14 days at most."
}

variable "tries" {
  type        = number
  default     = 5
  description = "How often a letter is handed out before it counts as dead."
}

variable "fifo" {
  type        = bool
  default     = false
  description = "Whether letters are read in the order they came, each once."
}

variable "alarm_topics" {
  type        = list(string)
  default     = []
  description = "Who is told when there is a dead letter."
}

locals {
  suffix = var.fifo ? ".fifo" : ""
}

data "aws_caller_identity" "here" {}

resource "aws_sqs_queue" "dead" {
  name                      = "${var.name}-dead${local.suffix}"
  fifo_queue                = var.fifo
  message_retention_seconds = 14 * 24 * 60 * 60
}

resource "aws_sqs_queue" "this" {
  name                      = "${var.name}${local.suffix}"
  fifo_queue                = var.fifo
  message_retention_seconds = var.keep_days * 24 * 60 * 60
  sqs_managed_sse_enabled   = true

  redrive_policy = jsonencode({
    deadLetterTargetArn = aws_sqs_queue.dead.arn
    maxReceiveCount     = var.tries
  })
}

resource "aws_sqs_queue_redrive_allow_policy" "dead" {
  queue_url = aws_sqs_queue.dead.id

  redrive_allow_policy = jsonencode({
    redrivePermission = "byQueue"
    sourceQueueArns   = [aws_sqs_queue.this.arn]
  })
}

module "alarm" {
  source = "./modules/alarm"
  queue  = aws_sqs_queue.dead.name
  topics = var.alarm_topics
}

output "names" {
  value       = [aws_sqs_queue.this.name, aws_sqs_queue.dead.name]
  description = "The queue and its dead letters."
}

output "url" {
  value       = aws_sqs_queue.this.id
  description = "Where letters are put and read."
}

output "account" {
  value       = data.aws_caller_identity.here.account_id
  description = "In which it was made, for those who write from another."
}
