import { type Redactor, redactor } from "../base/index.ts";
import { modelEnvironment } from "../model/index.ts";
import { Store, storePlace } from "../store/index.ts";
import { guardProcess, openProject, type Project } from "../suite/index.ts";

/** A project with its environment, its secrets and its store. */
export interface Bench {
  cwd: string;
  project: Project;
  environment: Record<string, string | undefined>;
  redactor: Redactor;
  /** Where the store is: a file, or a URL that may hold a password. */
  storePlace: string;
  openStore(): Promise<Store>;
}

/** `asked`: the store that the command line names. */
export function benchOf(project: Project, asked?: string): Bench {
  const { root, config } = project;
  const cwd = process.cwd();
  const environment = modelEnvironment(root, process.env);
  const place = storePlace({ asked: asked ?? environment.VIVA_STORE, cwd, configured: config.store, root });
  // Under this name the password of a database's address is a secret, wherever the address came from.
  const secrets = redactor({ ...environment, VIVA_STORE: place });
  return {
    ...{ cwd, project, environment, redactor: secrets, storePlace: place },
    openStore: () => Store.open(place, secrets),
  };
}

/** The modules that suites import by name, loaded once, so that a suite uses the same `suite()` as the runner. */
export const ownModules = async () => {
  return {
    vivavoce: await import("../index.ts"),
    "vivavoce/metrics": await import("../metrics.ts"),
    "vivavoce/stats": await import("../stats.ts"),
    "vivavoce/world": await import("../world.ts"),
    "vivavoce/testing": await import("../testing.ts"),
  };
};

const projects = new Map<string, Promise<Project>>();

/** Without a config the project is the runner's working directory: `viva list` will look there for the results. */
async function projectOf(folder: string): Promise<Project> {
  // The tests are the user's code as well, though their runner loads them.
  guardProcess();
  const project = await openProject(folder, ownModules);
  return project.configFile === undefined ? openProject(process.cwd(), ownModules) : project;
}

/** What tests in a folder need. The config is loaded once a folder; the environment is read each time, because a test may have set it. */
export async function openBench(folder: string): Promise<Bench> {
  const opening = projects.get(folder) ?? projectOf(folder);
  projects.set(folder, opening);
  // A test that ends early can stop the loading, as in Jest: the next one tries again.
  opening.catch(() => projects.delete(folder));
  return benchOf(await opening);
}
