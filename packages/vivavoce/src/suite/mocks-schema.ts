import { z } from "zod";
import { caseSchema } from "../case/index.ts";

/** A suite's mocks: what a case may write as data, and also functions. */
export const mocksSchema = z.record(
  z.string().min(1),
  z.union([z.function(), caseSchema.shape.mocks.unwrap().valueType], {
    error: "this is not a mock",
  }),
);
