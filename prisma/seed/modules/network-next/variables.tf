variable "name" {
  type        = string
  description = "What the network is called; subnets are named after it."
}

variable "zones" {
  type        = list(string)
  description = "One public and one private subnet is made in each."
}

variable "cidr" {
  type        = string
  description = "The addresses of the whole network."
}

variable "private_only" {
  type        = bool
  default     = false
  description = "Whether nothing in it is reached from outside."
}

variable "flow_logs_days" {
  type        = number
  default     = 30
  description = "How long it is kept who spoke to whom; 0 keeps nothing."
}

variable "dns_servers" {
  type        = list(string)
  default     = []
  description = "In place of those of the cloud."
}

variable "labels" {
  type        = map(string)
  default     = {}
  description = "Put on everything that is made."
}

variable "nat" {
  type = object({
    enabled   = bool
    per_zone  = bool
    addresses = optional(list(string), [])
  })
  default     = { enabled = true, per_zone = false }
  description = "How private subnets reach the outside."
}

variable "quarantine" {
  default     = null
  description = "A range that nothing may speak to, for machines under suspicion."
}

variable "peers" {
  type        = map(string)
  default     = {}
  description = "Networks to be joined with, by name."
}

variable "ipv6" {
  type        = bool
  default     = false
  description = "Whether subnets have addresses of version 6 too."
}
