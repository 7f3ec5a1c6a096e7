import type { Scene } from "./scene.ts";
import { forecourt } from "./scene-forecourt.ts";
import { meadow, mountains } from "./scenes-country.ts";
import { courtyard, town } from "./scenes-town.ts";
import { garage, studioRoom, yard } from "./scenes-yard.ts";

export const scenes = {
  town,
  mountains,
  meadow,
  courtyard,
  yard,
  garage,
  forecourt,
  studio: studioRoom,
} as const satisfies Record<string, Scene>;
export type SceneName = keyof typeof scenes;
