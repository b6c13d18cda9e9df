/** Runs all benchmarks one after the other, so that they do not disturb each other. */
await import("./browse.ts");
await import("./crushes.ts");
await import("./messages.ts");
await import("./member-limits.ts");
await import("./delivery.ts");
await import("./first-bubble.ts");
await import("./notifications.ts");
await import("./notification-digest.ts");
