// Preloaded into a worker: while the file "armed" is in its folder, the worker stops (SIGSTOP) within the next transaction
// that has just locked trials.
import { rmSync } from "node:fs";
import pg from "pg";

// As it is before Viva takes it for a trick of the agent.
const kill = process.kill.bind(process);
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (text, ...rest) {
  const answer = query.call(this, text, ...rest);
  if (typeof text === "string" && /^update "trial_claims"/.test(text) && answer instanceof Promise)
    return answer.then((result) => {
      if (result.rowCount >= 12 && disarmed()) kill(process.pid, "SIGSTOP");
      return result;
    });
  return answer;
};

function disarmed() {
  try {
    rmSync("armed");
    return true;
  } catch {
    return false;
  }
}
