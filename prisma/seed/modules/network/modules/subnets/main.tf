variable "name" {
  type = string
}

variable "ranges" {
  type = list(string)
}

resource "terraform_data" "subnet" {
  count = length(var.ranges)
  input = { name = "${var.name}-${count.index}", range = var.ranges[count.index] }
}

output "ids" {
  value = terraform_data.subnet[*].id
}
