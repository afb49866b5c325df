/** Where the calls of a whole suite stand among those of its trials. */
export const suiteTrial = "_suite";
