-- READMEs are rendered again when they are next asked for: their trees now hold headings with names, coloured code,
-- callouts, and links into the archive. An older release that runs meanwhile renders its own, and shows the new ones.
DELETE FROM "module_readmes";
