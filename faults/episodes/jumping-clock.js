// Loaded before Viva: after some time the system's clock jumps, as it does when a machine wakes up or asks a time server.
const [afterMs, byMs] = String(process.env.VIVA_CLOCK_JUMP).split(",").map(Number);
const started = performance.now();
const SystemDate = Date;
const shift = () => (performance.now() - started < afterMs ? 0 : byMs);

globalThis.Date = class extends SystemDate {
  constructor(...given) {
    super(...(given.length === 0 ? [SystemDate.now() + shift()] : given));
  }
  static now() {
    return SystemDate.now() + shift();
  }
};
