/** A program that was started, is spoken to, and never answers. */
process.on("message", () => {});
process.on("disconnect", () => process.exit(0));
