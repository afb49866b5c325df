/** What the desk of a hotel knows and does, for the agents of all recipes. */
export const hours = { breakfast: "from seven to ten", pool: "from noon to six" };

export function lookUp({ topic }: { topic: string }) {
  return { hours: hours[topic as keyof typeof hours] ?? "unknown" };
}

export function refund({ booking }: { booking: string }) {
  return { booking, refunded: true };
}
