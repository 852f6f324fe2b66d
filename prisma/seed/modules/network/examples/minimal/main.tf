module "network" {
  source = "../.."
  name   = "shop"
  zones  = ["a"]
}
