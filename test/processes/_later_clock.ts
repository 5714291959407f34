const ahead = Number(Deno.env.get("AHEAD_MS") ?? 0);
const now = Date.now;
Date.now = () => now() + ahead;
