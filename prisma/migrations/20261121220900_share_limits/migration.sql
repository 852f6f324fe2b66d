-- Prisma knows no tables that are not logged. Of what this one holds nothing matters after ten seconds.
CREATE UNLOGGED TABLE "limit_uses" (
    "process" TEXT NOT NULL,
    "turn" INTEGER NOT NULL,
    "uses" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "limit_uses_pkey" PRIMARY KEY ("process","turn")
);
