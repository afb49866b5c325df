// Gives "obsidian" the types of the stand-in; a real plugin has them from the obsidian package.
declare module "obsidian" {
  type StandIn = typeof import("../../obsidian.ts");
  export type App = import("../../obsidian.ts").App;
  export type TFile = import("../../obsidian.ts").TFile;
  export const TFile: StandIn["TFile"];
  export const normalizePath: StandIn["normalizePath"];
}
