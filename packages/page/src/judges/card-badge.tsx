import { address } from "../data/route.ts";

/** Beside a judged metric's results: how its judge compares with people, as a link to the card. */
export function CardBadge({ suite, metric, brief }: { suite: string; metric: string; brief: string }) {
  return (
    <a className="badge card-badge" href={address(["judges", suite, metric])}>
      judge card: {brief}
    </a>
  );
}
