variable "left" {
  type        = string
  description = "The id of one network."
}

variable "right" {
  type        = string
  description = "The id of the other."
}

resource "terraform_data" "peering" {
  input = "${var.left}/${var.right}"
}
