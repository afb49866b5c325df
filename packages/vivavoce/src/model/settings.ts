import type { Model, ModelRequest, ModelSettings } from "./types.ts";

/**
 * A model that adds settings to requests that do not set their own. Put it around the recording model, so that the
 * settings are recorded and compared.
 *
 * @example withSettings(traffic.model("judge"), { temperature: 0 })
 */
export function withSettings(model: Model, settings: ModelSettings): Model {
  const given = definedSettings(settings);
  if (Object.keys(given).length === 0) return model;
  return {
    id: model.id,
    settings: { ...model.settings, ...given },
    call: (request, options) => model.call({ ...request, ...given, ...definedSettings(request) }, options),
  };
}

function definedSettings({ temperature, maxTokens, seed, topP, stop }: ModelSettings | ModelRequest): ModelSettings {
  return {
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(seed !== undefined && { seed }),
    ...(topP !== undefined && { topP }),
    ...(stop !== undefined && { stop }),
  };
}
