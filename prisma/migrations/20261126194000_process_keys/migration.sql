-- Prisma knows no tables that are not logged. Of what this one holds nothing matters after a minute.
CREATE UNLOGGED TABLE "process_keys" (
    "process" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "fingerprints" TEXT[] NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "process_keys_pkey" PRIMARY KEY ("process")
);
