/** The key of a whole suite's calls among those of its trials. */
export const suiteTrial = "_suite";
