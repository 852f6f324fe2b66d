-- CreateTable
CREATE TABLE "upkeep_turns" (
    "task" TEXT NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "upkeep_turns_pkey" PRIMARY KEY ("task")
);
