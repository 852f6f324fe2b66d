variable "name" {
  type        = string
  description = "Unique in the whole world."
}

output "name" {
  value       = lower(var.name)
  description = "The name as it was made."
}
