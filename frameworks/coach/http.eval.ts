import { deskHost, servedCoach } from "./desk.ts";
import { examOver } from "./exam.ts";

const start = { command: process.execPath, args: ["server.ts"], cwd: import.meta.dirname };

export default examOver("coach-by-http", () => servedCoach({ start }), { network: { allow: [deskHost] } });
