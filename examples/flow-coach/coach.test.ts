import { describeSuite } from "vivavoce/vitest";
import coach from "./coach.eval.ts";

// Each case is a test, played by Viva and kept in the store. Recordings answer, whatever keys are set.
describeSuite(coach, { traffic: "replay", concurrent: true });
