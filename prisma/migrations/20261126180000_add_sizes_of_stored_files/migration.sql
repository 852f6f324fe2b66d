-- In bytes; null for what was stored before, which counts for nothing.
ALTER TABLE "state_versions" ADD COLUMN     "json_size" INTEGER;

ALTER TABLE "registry_provider_platforms" ADD COLUMN     "binary_size" DOUBLE PRECISION;
