variable "queue" {
  type        = string
  description = "The name of the queue that should be empty."
}

variable "topics" {
  type        = list(string)
  default     = []
  description = "Who is told when it is not."
}

resource "aws_cloudwatch_metric_alarm" "not_empty" {
  alarm_name          = "${var.queue}-not-empty"
  namespace           = "AWS/SQS"
  metric_name         = "ApproximateNumberOfMessagesVisible"
  dimensions          = { QueueName = var.queue }
  statistic           = "Maximum"
  comparison_operator = "GreaterThanThreshold"
  threshold           = 0
  period              = 300
  evaluation_periods  = 1
  alarm_actions       = var.topics
}

output "arn" {
  value       = aws_cloudwatch_metric_alarm.not_empty.arn
  description = "The address of the alarm."
}
