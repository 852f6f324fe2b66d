-- CreateTable
CREATE TABLE "key_canaries" (
    "id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,

    CONSTRAINT "key_canaries_pkey" PRIMARY KEY ("id")
);
