variable "name" {
  type        = string
  description = "What the queue is called; its dead letters get `-dead`."
}

output "names" {
  value       = [var.name, "${var.name}-dead"]
  description = "The queue and its dead letters."
}
