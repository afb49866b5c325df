import { suite } from "vivavoce"; import { contains } from "vivavoce/metrics"; import { appendFileSync } from "node:fs";
export default suite({ name: "s", cases: Array.from({ length: 60 }, (_, i) => ({ id: `c${i}`, script: [{ content: "x" }], expect: { contains: ["hello"] } })),
  agent: { name: "x", version: "1", open: (c) => ({ reply: async () => { await new Promise((r) => setTimeout(r, 30)); c.record({ type: "text", text: "hello " + "z".repeat(+(process.env.PAD ?? 0)) }); } }) }, metrics: [contains()] });
